// weyl: verdict=holds states=16 transitions=22
// An atomic sequence inside another.
byte n;
active [2] proctype P() { atomic { n++; atomic { n++; n++ }; n-- }; n = 7 }
