// weyl: verdict=holds full-states=73 full-transitions=128
// Blocks with locals of the same name.
byte n;
active [2] proctype P() {
	{ byte x = 1; n = n + x }; { byte x; x++; n = n + x; { byte y = 4; n = n + y } }
}
