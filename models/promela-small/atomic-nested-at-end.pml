// weyl: verdict=holds full-states=16 full-transitions=22
// The inner sequence is the last statement of the outer one.
byte n;
active [2] proctype P() { atomic { n++; atomic { n++; n++ } }; n = 7 }
