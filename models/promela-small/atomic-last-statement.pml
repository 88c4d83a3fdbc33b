// weyl: verdict=holds full-states=13 full-transitions=18
// The last statement of a sequence gives control away.
byte n;
active [2] proctype P() { atomic { n++; n++ }; n++ }
