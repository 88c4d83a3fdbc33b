// weyl: verdict=holds full-states=31 full-transitions=50
// Inlines in inlines, with arguments passed through.
byte n, m;
inline add(x, v) { x = x + v }
inline twice(x, v) { add(x, v); add(x, v * 2) }
active [2] proctype P() { twice(n, 1); twice(m, _pid) }
