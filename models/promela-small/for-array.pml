// weyl: verdict=holds full-states=329 full-transitions=610
// `for (i in a)` walks over the indices.
byte a[3]; byte i;
active [2] proctype P() { byte k; for (k in a) { a[k] = a[k] + k; i = k } }
