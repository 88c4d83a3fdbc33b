// weyl: verdict=holds full-states=10 full-transitions=9
// Stores into a byte keep eight bits.
byte n; int i;
active proctype P() { n = 300; i = n; n = -1; i = n; n++; i = n; n--; assert(n == 255) }
