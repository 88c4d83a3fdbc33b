// The children of one parent are told from those of the others.
// weyl: order=2
byte n;
proctype C(byte i) { if :: i == 0 -> n++ :: else -> n = n + 2 fi; assert(n < 9) }
active [3] proctype P() { run C(_pid) }
