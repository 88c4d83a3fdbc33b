// weyl: verdict=holds full-states=17 full-transitions=20
// Rendezvous in a row inside sequences on both sides.
chan c = [0] of { byte }; chan d = [0] of { byte }; byte n;
active proctype P() { byte x; atomic { c!1; d?x; n = n + x; c!2 } }
active proctype Q() { byte x; atomic { c?x; n = x; d!7; c?x }; n = x }
active proctype R() { n = 50 }
