// weyl: verdict=holds full-states=4 full-transitions=3
// Initial values of arrays: one for all, and lists.
byte a[3] = 5; short b[3] = { 1, 2, 3 }; byte n;
active proctype P() { byte l[2] = 7; n = a[2] + l[1]; assert(n == 12 && b[1] == 2) }
