// weyl: verdict=holds full-states=22 full-transitions=28
// Several receivers that fit: each is a transition.
chan c = [0] of { byte }; byte n;
active proctype S() { c!1; c!2 }
active [2] proctype R() { byte x; c?x; n = n + x * _pid }
