// weyl: verdict=holds full-states=7 full-transitions=6
// Bytes under other names.
mtype = { a, b, c }; mtype m = a; pid p; byte n;
active proctype P() { p = 257; m = b; n = m + p; m = c; assert(n == 3 && m == 1) }
