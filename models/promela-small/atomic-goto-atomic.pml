// weyl: verdict=holds full-states=13 full-transitions=16
// A jump from one sequence to the inside of another keeps control.
byte n;
active [2] proctype P() {
	atomic { n++; if :: n == 1 -> goto other :: else fi; n++ }; n = 3;
	atomic { n = 4; other: n = n + 10; n++ }
}
