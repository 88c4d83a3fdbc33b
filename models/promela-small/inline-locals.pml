// weyl: verdict=holds full-states=97 full-transitions=169
// Each call has its own locals; they are reset by the declaration.
byte n;
inline swap(a, b) { byte t; t = a; a = b; b = t }
active [2] proctype P() { byte x = 1; byte y = 2; swap(x, y); swap(x, n) }
