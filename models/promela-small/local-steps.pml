// weyl: verdict=holds full-states=31 full-transitions=50
// Local computations of two processes interleave step by step.
byte g;
active [2] proctype P() { byte a, b; a = 1; b = a + 1; a = b * 2; g = a }
