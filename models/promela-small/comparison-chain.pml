// weyl: verdict=holds full-states=7 full-transitions=6
// Comparisons give 0 or 1.
int a = 5; byte n;
active proctype P() {
	n = (1 < a) == true; n = n + (a >= 5) + (a != 5); if :: 3 > 2 > 1 -> n = 9 :: else -> n = 8 fi;
	assert(n == 8)
}
