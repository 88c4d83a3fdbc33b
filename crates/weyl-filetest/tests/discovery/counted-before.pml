// Law 5: processes are counted while they are created, when none has ended.
// weyl: order=2
bool x[4];
proctype P() { x[_pid] = 1; x[_pid] = 0 }
init { byte n; atomic { n = _nr_pr; run P(); run P() } }
