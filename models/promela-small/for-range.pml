// weyl: verdict=holds full-states=37 full-transitions=58
// The bound of a `for` is evaluated in each turn.
byte n = 3, i;
active proctype P() { for (i : 1 .. n) { n--; skip } assert(i == 3) }
active proctype Q() { n++ }
