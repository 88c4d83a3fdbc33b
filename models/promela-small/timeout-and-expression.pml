// weyl: verdict=holds full-states=13 full-transitions=15
// `timeout` as a part of an expression.
byte n;
active proctype P() { (timeout && n == 2) || n == 7 -> n = 3 }
active proctype Q() { n = 1; n = 2; if :: n = 7 :: skip fi }
