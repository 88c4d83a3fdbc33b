// weyl: verdict=holds full-states=39 full-transitions=49
// The escape is an atomic sequence.
byte n; bool stop;
active proctype P() {
	{ n = 1; n = 2; n = 3 } unless { atomic { stop -> n = 7; n = n + 1; stop = false } }; n++
}
active proctype Q() { stop = true; n = 20 }
