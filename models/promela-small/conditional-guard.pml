// weyl: verdict=holds full-states=16 full-transitions=19
// A conditional expression as a guard.
byte n; bool b;
active proctype P() { (b -> n == 1 : n == 0) -> n = 5 }
active proctype Q() { b = true; n = 1 }
