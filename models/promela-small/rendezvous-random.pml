// weyl: verdict=holds full-states=7 full-transitions=6
// `??` and constants on a rendezvous channel.
chan c = [0] of { byte, byte }; byte n;
active proctype P() { c!1,2; c!2,3 }
active proctype Q() { byte x; c??1,x; n = x; c??2,x; n = n + x }
