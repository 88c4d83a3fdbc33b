// weyl: verdict=holds full-states=11 full-transitions=11
// A selection is the guard of a d_step.
byte n;
active proctype P() { d_step { if :: n == 1 -> n = 5 :: n == 2 -> n = 6 fi; n++ } }
active proctype Q() { n = 1; n = 2 }
