// weyl: verdict=holds full-states=6 full-transitions=5
// A rendezvous channel under two names.
chan c = [0] of { byte }; chan d; byte n;
active proctype P() { d = c; d!3 }
active proctype Q() { byte x; c?x; n = x }
