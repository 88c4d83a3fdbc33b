// More states than can be looked at before the last process is there: one of them says enough.
// weyl: order=24
byte turn = 9;
chan q[4] = [2] of { byte };
proctype P(byte i) { byte k; do :: q[i] ! k; k = 1 :: q[i] ? k :: turn = i od }
init { run P(0); run P(1); run P(2); run P(3) }
