// Law 5: processes end in the reverse order of their creation, and somebody waits for it.
// weyl: order=1
// weyl: because="the removal of processes that have ended"
byte x[3];
active [3] proctype P() { x[_pid] = 1; x[_pid] = 2 }
active proctype Q() { _nr_pr == 3; x[0] = 0 }
