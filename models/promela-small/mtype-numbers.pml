// weyl: verdict=holds full-states=5 full-transitions=4
// Names are numbered from the last to the first; later declarations go on.
mtype = { a, b, c }; mtype = { d, e }; mtype:other = { f, g }; byte n;
active proctype P() {
	assert(a == 3 && c == 1 && e == 4 && d == 5 && g == 1); mtype:other o = f; n = o
}
