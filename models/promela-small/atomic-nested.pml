// weyl: verdict=holds full-states=16 full-transitions=22
// An atomic sequence inside another.
byte n;
active [2] proctype P() { atomic { n++; atomic { n++; n++ }; n-- }; n = 7 }
