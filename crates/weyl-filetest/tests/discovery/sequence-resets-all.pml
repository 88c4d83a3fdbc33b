// Not atomic: others see how far it is, and that it goes round.
// weyl: order=3
bool f[3];
active [3] proctype P() { do :: f[_pid] = true od }
active proctype R() { do :: f[0] = 0; f[1] = 0; f[2] = 0 od }
