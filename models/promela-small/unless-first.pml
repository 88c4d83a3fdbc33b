// weyl: verdict=holds full-states=24 full-transitions=35
// The escape is tried before each step of the main part.
byte n; bool stop;
active proctype P() { { n = 1; n = 2; n = 3 } unless { stop -> n = 9 }; n = 4 }
active proctype Q() { stop = true }
