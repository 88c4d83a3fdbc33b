// weyl: verdict=holds full-states=16 full-transitions=22
// A loop at the end of a sequence: the exit is a step.
byte n;
active [2] proctype P() { atomic { do :: n < 3 -> n++ :: else -> break od }; n = 0 }
