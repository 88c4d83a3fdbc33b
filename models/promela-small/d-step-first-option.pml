// weyl: verdict=holds full-states=7 full-transitions=8
// In a d_step the first option that can be taken is.
byte n;
active [2] proctype P() {
	d_step { if :: n > 0 -> n = 5 :: n < 9 -> n = n + 2 :: true -> n = 7 fi; n++ }
}
