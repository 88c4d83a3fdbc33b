// Law 6: a label of one process.
// weyl: order=1
// weyl: because="P[0]@B"
byte x[2];
active [2] proctype P() { do :: A: x[_pid] = 1; x[_pid] = 2; B: x[_pid] = 0 od }
active proctype O() { do :: P[0]@B -> skip od }
