// weyl: verdict=holds full-states=42 full-transitions=66
// A jump into the middle of a sequence leads to a stored state.
byte n;
active [2] proctype P() { if :: goto inside :: n = 9 fi; atomic { n++; inside: n = n + 2; n++ } }
