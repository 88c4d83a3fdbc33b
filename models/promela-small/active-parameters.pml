// weyl: verdict=holds states=7 transitions=8
// The parameters of an active process are 0.
byte n;
active [2] proctype P(byte a; short b) { n = n + a + b + 1 }
