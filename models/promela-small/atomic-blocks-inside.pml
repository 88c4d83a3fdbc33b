// weyl: verdict=holds full-states=19 full-transitions=24
// Control is lost where a statement inside blocks, and comes back.
bool open; byte n;
active proctype P() { atomic { n = 1; n = 2; open -> n = 3; n = 4; assert(n == 4) } }
active proctype Q() { n = 9; open = true; n = 8 }
