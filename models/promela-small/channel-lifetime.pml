// weyl: verdict=holds full-states=46 full-transitions=71
// Each process has its own channel; it goes with the process.
byte n;
proctype C(byte v) { chan own = [2] of { byte }; own!v; own!v + 1; own?n; n = len(own) }
init { run C(1); run C(2) }
