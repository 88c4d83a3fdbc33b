// What a d_step assigns in a row, each to its neighbour.
// weyl: order=1
bool f[3];
active [3] proctype P() { do :: f[_pid] = true od }
active proctype R() { do :: d_step { f[0] = f[1]; f[1] = f[2]; f[2] = 0 } od }
