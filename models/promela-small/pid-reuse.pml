// weyl: verdict=holds full-states=28 full-transitions=30
// The number of a dead process is given to the next one.
byte n, p;
proctype C(byte v) { n = v }
init { byte i; for (i : 1 .. 3) { p = run C(i); n == i -> _nr_pr == 1 } }
