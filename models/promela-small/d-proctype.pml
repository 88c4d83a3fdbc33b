// weyl: verdict=holds full-states=26 full-transitions=33
// A deterministic proctype.
byte n;
D_proctype C(byte v) { if :: v > 1 -> n = v :: v <= 1 -> n = 9 fi }
init { run C(1); run C(2) }
