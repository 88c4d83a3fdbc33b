// weyl: verdict=holds full-states=61 full-transitions=100
// A label and a jump inside an inline, called by two proctypes.
byte n;
inline upto(x, limit) { skip; again: if :: x < limit -> x++; goto again :: else fi }
active proctype P() { upto(n, 2); n = 0 }
active proctype Q() { upto(n, 3) }
