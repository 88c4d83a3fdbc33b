// weyl: verdict=holds full-states=20 full-transitions=23
// `timeout` as the guard of an escape.
byte n;
active proctype P() { { n = 1; n == 5 -> n = 2 } unless { timeout -> n = 9 } }
active proctype Q() { if :: n == 1 -> n = 5 :: n = 6 fi }
