// weyl: verdict=holds full-states=15 full-transitions=18
// An escape interrupts an atomic sequence.
byte n; bool stop;
active proctype P() { { atomic { n = 1; stop = true; n = 2; n = 3 } } unless { stop -> n = 9 } }
active proctype Q() { n = 5 }
