// weyl: verdict=holds full-states=47 full-transitions=74
// The channel of an array is chosen when the statement is executed.
chan c[3] = [1] of { byte }; byte i, n;
active proctype P() { c[i]!7; i++; c[i]!8; i++; c[i]!9 }
active proctype Q() { byte k; for (k : 0 .. 2) { c[k]?n } }
