// weyl: verdict=holds full-states=11 full-transitions=11
// Locals of a dead process are not part of the state.
byte n;
proctype C(byte v) { byte x; x = v; n = 1 }
init { if :: run C(3) :: run C(4) fi; _nr_pr == 1 -> n = 2 }
