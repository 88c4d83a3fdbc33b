// weyl: verdict=holds full-states=13 full-transitions=18
// Initial values that use other variables and the process number.
byte g = 3; byte h = g + 1; byte n;
active [2] proctype P() { byte x = _pid + g; byte y = x * 2; n = n + y; assert(h == 4) }
