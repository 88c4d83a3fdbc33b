// weyl: verdict=holds full-states=13 full-transitions=12
// `_pid` in a `provided` clause.
byte turn, n;
active [3] proctype A() provided (turn == _pid) {
	n = n + _pid; turn = (turn + 1) % 3; n++; turn = (turn + 1) % 3
}
