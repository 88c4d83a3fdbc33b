// weyl: verdict=holds full-states=6 full-transitions=5
// Channels and messages as arguments of an inline.
mtype = { hi }; chan c = [1] of { mtype, byte }; byte n;
inline put(to, what, v) { to!what,v }
inline get(from, what, v) { from?what,v }
active proctype P() { put(c, hi, 3) }
active proctype Q() { get(c, hi, n); n++ }
