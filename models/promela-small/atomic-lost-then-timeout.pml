// weyl: verdict=holds full-states=8 full-transitions=8
// A sequence is given up, then `timeout` holds.
byte n;
active proctype P() { atomic { n = 1; n == 4 -> n = 5 } }
active proctype Q() { timeout -> n = 4 }
