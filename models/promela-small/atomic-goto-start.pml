// weyl: verdict=holds full-states=10 full-transitions=14
// The start of a sequence lies outside of it.
byte n;
active [2] proctype P() { L: atomic { n++; if :: n < 4 -> goto L :: else fi; n++ } }
