// weyl: verdict=holds full-states=7 full-transitions=8
// The parameters of an active process are 0.
byte n;
active [2] proctype P(byte a; short b) { n = n + a + b + 1 }
