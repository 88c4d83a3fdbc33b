// weyl: verdict=holds full-states=12 full-transitions=13
// A parent at its end waits for its younger child.
byte n;
proctype C() { n == 1 -> n = 2 }
proctype D() { run C() }
init { run D(); _nr_pr > 1 -> n = 1 }
