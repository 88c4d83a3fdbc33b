// One of three counts twice.
// weyl: order=2
byte f[4], n;
active [3] proctype P() { do :: f[_pid + 1] = 1 :: f[_pid + 1] = 0 od }
active proctype R() { do :: n = f[1] + 2 * f[2] + f[3] od }
