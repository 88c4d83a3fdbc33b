// weyl: verdict=holds full-states=64 full-transitions=98
// A send to a full channel waits.
chan c = [1] of { byte }; byte n;
active [2] proctype P() { c!_pid; n++ }
active proctype Q() { byte x; c?x; c?x; n = x }
