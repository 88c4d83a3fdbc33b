// weyl: verdict=holds full-states=15 full-transitions=18
// An `unless` inside a sequence.
byte n; bool stop;
active proctype P() {
	atomic { n = 1; { n = 2; stop = true; n = 3 } unless { stop -> n = 7 }; n++ }; n = 0
}
active proctype Q() { n = 20 }
