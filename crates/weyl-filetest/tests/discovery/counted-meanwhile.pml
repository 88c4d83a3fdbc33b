// Law 5: somebody else counts processes, while they are created and after.
// weyl: order=1
bool x[4];
active proctype Q() { _nr_pr == 3; x[0] = 1; _nr_pr == 2; x[0] = 0 }
proctype P() { x[_pid] = 1; x[_pid] = 0 }
active proctype R() { atomic { run P(); run P() } }
