// weyl: verdict=holds full-states=118 full-transitions=217
// A proctype that creates itself.
byte n;
proctype C(byte k) { if :: k > 0 -> run C(k - 1) :: else -> n = _nr_pr fi; n++ }
init { run C(3) }
