// weyl: verdict=holds full-states=20 full-transitions=26
// A receiver that sends on at once.
chan a = [0] of { byte }; chan b = [0] of { byte }; byte n;
active proctype P() { a!1; n++ }
active proctype Q() { byte x; a?x; b!x + 1; n++ }
active proctype R() { b?n }
