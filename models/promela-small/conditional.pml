// weyl: verdict=holds full-states=42 full-transitions=58
// Conditional expressions, nested.
byte n, x;
active [2] proctype P() { n = (x == 0 -> 1 : (x == 1 -> 2 : 3)); x++; n = n + (n > 1 -> 10 : 20) }
