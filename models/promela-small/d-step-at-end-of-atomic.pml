// weyl: verdict=holds full-states=16 full-transitions=22
// A d_step as the last and as a middle statement of a sequence.
byte n;
active [2] proctype P() {
	atomic { n++; d_step { n++; n++ }; n = n * 2; d_step { n--; n-- } }; n = 1
}
