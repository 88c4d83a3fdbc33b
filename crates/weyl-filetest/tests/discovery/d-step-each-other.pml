// Each of two assignments of a d_step reads what the other writes: the first one counts.
// weyl: order=1
bool f[2];
active [2] proctype P() { do :: f[_pid] = true od }
active proctype R() { do :: d_step { f[0] = f[1]; f[1] = f[0] } od }
