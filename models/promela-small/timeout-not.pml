// weyl: verdict=holds full-states=7 full-transitions=6
// A negated `timeout`.
byte n;
active proctype P() { !timeout -> n = 1 }
active proctype Q() { timeout -> n = n + 2 }
