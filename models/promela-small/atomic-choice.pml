// weyl: verdict=holds full-states=25 full-transitions=79
// Each path through a sequence is a transition.
byte n;
active [2] proctype P() { atomic { if :: n++ :: n++ :: n = n + 2 fi; if :: skip :: n = 0 fi } }
