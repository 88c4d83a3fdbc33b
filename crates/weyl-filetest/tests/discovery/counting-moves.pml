// Each turn writes what the next one reads: f is moved by one.
// weyl: order=1
bool f[3], g;
byte i;
active [3] proctype P() { do :: f[_pid] = !f[_pid] od }
active proctype R() { do :: d_step { g = f[0]; for (i : 0 .. 1) { f[i] = f[i + 1] }; f[2] = g; g = 0; i = 0 } od }
