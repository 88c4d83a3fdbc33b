// weyl: verdict=holds full-states=12 full-transitions=12
// `else` beside a rendezvous that nobody answers.
chan c = [0] of { byte }; byte n;
active proctype P() { if :: c!1 -> n = 1 :: else -> n = 2 fi }
active proctype Q() { byte x; n = 5; end: c?x }
