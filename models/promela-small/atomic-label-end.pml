// weyl: verdict=holds full-states=13 full-transitions=17
// An end label inside a sequence that blocks there.
byte n;
active proctype P() { atomic { n = 1; end: n == 4 -> n = 5; n = 6 } }
active proctype Q() { if :: n = 4 :: skip fi }
