// weyl: verdict=holds full-states=252 full-transitions=464
// Two senders into a sorted channel.
chan c = [3] of { byte }; byte n;
active [2] proctype S() { if :: c!!3 :: c!!1 fi; c!!2 }
active proctype R() { byte x; c?x; n = x; c?x; n = n * 10 + x }
