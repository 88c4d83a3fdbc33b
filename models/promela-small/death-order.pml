// weyl: verdict=violated full-states=17 full-transitions=19
// weyl: violated="invalid end state"
// A process can leave only when all younger ones have left.
byte n;
proctype C() { n == 2 -> n++ }
init { run C(); run C(); n = 2 }
