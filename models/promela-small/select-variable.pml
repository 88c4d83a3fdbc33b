// weyl: verdict=holds full-states=57 full-transitions=79
// `select` up to a variable is a loop.
byte n = 2, i;
active proctype P() { select (i : 0 .. n); n = i }
active proctype Q() { n++ }
