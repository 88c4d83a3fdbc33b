// weyl: verdict=holds full-states=16 full-transitions=22
// Behind a selection at the end of a sequence the join is the last step.
byte n;
active [2] proctype P() { atomic { n++; if :: n > 1 -> n = 0 :: else -> skip fi }; n = 5 }
