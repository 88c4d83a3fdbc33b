// weyl: verdict=holds full-states=7 full-transitions=8
// `#if` and `#ifdef`.
#define N 3
byte n;
#if N > 2
active [2] proctype P() { n++ }
#else
active proctype P() { n-- }
#endif
#ifdef M
active proctype Q() { n = 9 }
#endif
