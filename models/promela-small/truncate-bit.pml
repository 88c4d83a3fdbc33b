// weyl: verdict=holds full-states=28 full-transitions=27
// Stores into a bit keep the lowest bit.
bit b; byte n;
active proctype P() { byte i; for (i : 0 .. 5) { b = i; n = n * 2 + b } }
