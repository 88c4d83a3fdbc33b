// Processes that end take their channels along: these are numbered as they are made, and stay.
// weyl: order=1
chan offer = [3] of { chan };
active [3] proctype P() { chan mine = [1] of { byte }; offer!mine }
