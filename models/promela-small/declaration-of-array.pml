// weyl: verdict=holds full-states=16 full-transitions=15
// A declaration in a loop resets only the first element.
byte n, i;
active proctype P() {
	do :: i < 2 -> byte a[2]; a[0]++; a[1]++; n = n + a[0] + a[1]; i++ :: else -> break od;
	assert(n == 5)
}
