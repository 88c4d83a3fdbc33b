// weyl: verdict=holds full-states=183 full-transitions=338
// A declaration behind the first statement is a step that sets the variable again.
byte n;
active [2] proctype P() {
	byte i; L: n++; { byte x = 5; x++; n = n + x; i++ } if :: i < 2 -> goto L :: else fi
}
