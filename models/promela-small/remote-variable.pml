// weyl: verdict=holds full-states=10 full-transitions=9
// A remote reference to a local.
byte n;
active proctype P() { byte x = 1; x = 2; n == 1 -> x = 3 }
active proctype Q() { P[0]:x == 2 -> n = 1; P:x == 3 -> n = 2 }
