// weyl: verdict=holds full-states=24 full-transitions=35
// A channel as a parameter, used from both sides.
chan a = [1] of { byte }; chan b = [0] of { byte }; byte n;
proctype S(chan c; byte v) { c!v }
proctype R(chan c) { byte x; c?x; n = n + x }
init { atomic { run S(a, 1); run R(a); run S(b, 2); run R(b) } }
