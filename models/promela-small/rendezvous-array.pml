// weyl: verdict=holds full-states=8 full-transitions=7
// Channels of an array, the index from a variable.
chan c[2] = [0] of { byte }; byte n;
active proctype S() { byte i; select (i : 0 .. 1); c[i]!i + 1 }
active [2] proctype R() { byte x; end: c[_pid - 1]?x; n = x }
