// weyl: verdict=holds full-states=15 full-transitions=14
// A send on a full channel inside a sequence.
chan c = [1] of { byte }; byte n;
active proctype P() { atomic { c!1; c!2; n = 5; n = 6 } }
active proctype Q() { byte x; c?x; n = x; c?x; n = n + x }
