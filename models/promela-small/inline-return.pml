// weyl: verdict=holds full-states=50 full-transitions=76
// An inline that returns a value.
byte n;
inline next(v) { if :: v > 1 -> return 0 :: else -> return v + 1 fi }
active [2] proctype P() { n = next(n); n = next(n) }
