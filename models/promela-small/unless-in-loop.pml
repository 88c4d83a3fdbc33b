// weyl: verdict=holds full-states=70 full-transitions=108
// Each turn of a loop has its own guarded part.
byte n; bool stop;
active proctype P() {
	do :: n < 3 -> { n++; skip } unless { stop -> stop = false; n = 5 } :: n >= 3 -> break od
}
active proctype Q() { stop = true; n = 1 }
