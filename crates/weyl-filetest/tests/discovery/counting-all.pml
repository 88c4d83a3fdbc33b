// A loop that counts inside of an atomic sequence is what it comes to: f[0] && f[1] && f[2].
// weyl: order=6
bool f[3], ok;
byte i;
active [3] proctype P() { do :: f[_pid] = true :: f[_pid] = false od }
active proctype R() { do :: atomic { ok = true; for (i : 0 .. 2) { ok = ok && f[i] }; i = 0 } od }
