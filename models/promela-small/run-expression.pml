// weyl: verdict=holds full-states=26 full-transitions=45
// `run` as part of a condition and of an assignment.
byte n, p;
proctype C() { n++ }
init { p = run C(); (run C()) -> n = n + 10; assert(p == 1) }
