// weyl: verdict=holds full-states=8 full-transitions=7
// A remote reference to a process that is gone.
byte n;
proctype C() { here: n = 1 }
init { pid p; p = run C(); _nr_pr == 1; if :: C[p]@here -> n = 5 :: else -> n = 6 fi }
