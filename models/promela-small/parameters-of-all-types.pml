// weyl: verdict=holds full-states=11 full-transitions=10
// Parameters of all types, changed inside.
typedef T { byte x }; chan g = [1] of { byte }; mtype = { m1, m2 }; int n;
proctype C(bit a; byte b; short c; int d; mtype e; chan f; unsigned u : 3) {
	a++; b--; c = c * 2; d = d + e; u--; f!b; n = a + b + c + d + u
}
init { run C(1, 0, 20000, -5, m1, g, 0) }
