// weyl: verdict=holds full-states=6 full-transitions=5
// `eval` of a variable in the receiver.
chan c = [0] of { byte }; byte n, want;
active proctype S() { if :: c!1 :: c!2 fi }
active proctype R() { want = 2; end: c?eval(want); n = 1 }
