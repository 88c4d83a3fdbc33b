// weyl: verdict=holds full-states=35 full-transitions=47
// The outer escape goes first.
byte n; bool a, b;
active proctype P() { { { n = 1; n = 2 } unless { a -> n = 7; n = 8 } } unless { b -> n = 9 } }
active proctype Q() { a = true; b = true }
