// weyl: verdict=holds full-states=38 full-transitions=56
// Jumps out of and into the main part.
byte n; bool stop;
active proctype P() {
	{ n = 1; if :: goto out :: skip fi; n = 2; back: n = 3 } unless { stop -> n = 8 }; goto fin;
	out: n = 4; goto back; fin: skip
}
active proctype Q() { stop = true }
