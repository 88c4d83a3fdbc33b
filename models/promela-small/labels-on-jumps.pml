// weyl: verdict=holds full-states=33 full-transitions=49
// Labels of several kinds on statements and jumps.
byte n;
active proctype P() {
	progress_a: n++; if :: n < 3 -> end_b: goto progress_a :: else -> accept_c: skip fi;
	plain: goto out; out: n = 0
}
active proctype Q() { n = 2 }
