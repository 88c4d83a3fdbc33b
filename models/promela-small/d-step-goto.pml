// weyl: verdict=holds full-states=7 full-transitions=8
// Jumps inside a d_step.
byte n;
active [2] proctype P() {
	d_step { n++; if :: n > 1 -> goto done :: else fi; n = n + 5; done: n++ }
}
