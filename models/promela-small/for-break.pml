// weyl: verdict=holds full-states=29 full-transitions=28
// `break` and `goto` out of loops.
byte n, i, k;
active proctype P() {
	for (i : 0 .. 2) { for (k : 0 .. 2) { n++; if :: k == 1 -> break :: i == 2 -> goto out :: else fi } } n = 0;
	out: n++
}
