// Law 5: processes end, and nobody can see whether they stay.
// weyl: order=6
byte x[3];
active [3] proctype P() { x[_pid] = 1; x[_pid] = 2 }
