// weyl: verdict=holds full-states=38 full-transitions=53
// Several bits and bools side by side do not touch each other.
bit a, b; bool c, d; unsigned u : 4; byte n;
active proctype P() {
	a = 1; c = true; u = 15; b = a; a = 0; d = !c; u++; n = a + b * 2 + c * 4 + d * 8 + u * 16
}
active proctype Q() { d = true }
