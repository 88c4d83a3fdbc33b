// Between two assignments of an atomic sequence somebody waits, and is seen there.
// weyl: order=2
bool f[3], g;
active [3] proctype P() { do :: f[_pid] = true od }
active proctype R() { do :: atomic { f[0] = 0; g; f[1] = 0; f[2] = 0 } :: g = !g od }
