// The loop ends before the last one.
// weyl: order=2
bool f[3], ok;
byte i;
active [3] proctype P() { do :: f[_pid] = !f[_pid] od }
active proctype R() { do :: atomic { ok = true; for (i : 0 .. 1) { ok = ok && f[i] }; i = 0 } od }
