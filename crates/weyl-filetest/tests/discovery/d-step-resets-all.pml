// What a d_step assigns in a row, each to its own.
// weyl: order=6
bool f[3];
active [3] proctype P() { do :: f[_pid] = true od }
active proctype R() { do :: d_step { f[0] = 0; f[1] = 0; f[2] = 0 } od }
