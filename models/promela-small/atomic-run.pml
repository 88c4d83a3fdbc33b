// weyl: verdict=holds full-states=15 full-transitions=20
// `run` inside a sequence: the child waits for its end.
byte n;
proctype C(byte v) { n = n + v; n++ }
init { atomic { run C(1); n = 10; run C(2); n = 20 } }
