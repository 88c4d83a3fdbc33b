// weyl: verdict=holds full-states=7 full-transitions=6
// `/` and `%` towards zero.
int a, b, c, d;
active proctype P() {
	a = -7 / 2; b = -7 % 2; c = 7 / -2; d = 7 % -2; assert(a == -3 && b == -1 && c == -3 && d == 1)
}
