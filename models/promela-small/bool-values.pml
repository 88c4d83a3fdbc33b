// weyl: verdict=holds full-states=8 full-transitions=7
// Booleans are bits.
bool a, b; byte n;
active proctype P() { a = 2; b = 3; n = a + b; a = n > 0; b = !a; assert(n == 1 && a && !b) }
