// weyl: verdict=holds full-states=37 full-transitions=47
// A receive inside a sequence: the receiver goes on alone.
chan c = [0] of { byte }; byte n;
active proctype S() { c!5; n = n + 2; n = n * 2 }
active proctype R() { byte x; atomic { c?x; n = n + x; n++ } }
active proctype O() { n = 100 }
