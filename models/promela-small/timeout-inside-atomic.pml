// weyl: verdict=holds full-states=10 full-transitions=10
// `timeout` inside a sequence that has lost control.
byte n;
active proctype P() { atomic { n = 1; timeout -> n = 2; n = 3 } }
active proctype Q() { n = 5; n == 3 -> n = 6 }
