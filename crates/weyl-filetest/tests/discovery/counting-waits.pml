// The sequence waits inside of the loop: others see how far it came.
// weyl: order=1
bool f[3];
byte i;
active [3] proctype P() { do :: f[_pid] = !f[_pid] od }
active proctype R() { do :: atomic { for (i : 0 .. 2) { f[i] }; i = 0 } od }
