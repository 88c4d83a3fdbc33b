// weyl: verdict=holds full-states=12 full-transitions=11
// Precedence and bit operators.
int a;
active proctype P() {
	a = 1 + 2 * 3 - 4 / 2; assert(a == 5); a = 6 & 3 | 8 ^ 1; assert(a == 11); a = ~5;
	assert(a == -6); a = !3 + 1; assert(a == 1); a = (1 < 2) + (2 == 2) * 2; assert(a == 3)
}
