// weyl: verdict=holds full-states=54 full-transitions=53
// `unsigned x : n` has n bits.
unsigned x : 3 = 5; unsigned y : 5; byte n;
active proctype P() {
	unsigned z : 2; do :: n < 10 -> x++; y = y - 3; z = x + 1; n++ :: else -> break od;
	assert(x == 7)
}
