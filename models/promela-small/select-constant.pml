// weyl: verdict=holds full-states=121 full-transitions=204
// `select` between constants is one step.
byte n, i;
active [2] proctype P() { select (i : 1 .. 4); n = n + i }
