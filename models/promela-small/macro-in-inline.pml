// weyl: verdict=holds full-states=45 full-transitions=60
// A macro inside an inline, with the inline's argument.
#define INC(v, by) v = (v + by) % 4
inline step(v) { INC(v, 1); INC(v, v) }
byte n;
active [2] proctype P() { step(n); INC(n, 3) }
