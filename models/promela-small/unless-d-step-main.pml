// weyl: verdict=holds full-states=20 full-transitions=26
// A d_step is one step for the escape.
byte n; bool stop;
active proctype P() { { d_step { n = 1; stop = true; n = 2 }; n = 3 } unless { stop -> n = 9 } }
active proctype Q() { n = 5 }
