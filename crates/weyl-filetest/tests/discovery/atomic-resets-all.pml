// The same in an atomic sequence, behind a condition.
// weyl: order=6
bool f[3], g;
active [3] proctype P() { do :: f[_pid] = true od }
active proctype R() { do :: atomic { g -> f[0] = 0; f[1] = 0; f[2] = 0 } :: g = !g od }
