// weyl: verdict=holds full-states=23 full-transitions=27
// Both sides inside sequences.
chan c = [0] of { byte }; byte n;
active proctype S() { atomic { c!5; n = n + 2; n = n * 2 } }
active proctype R() { byte x; atomic { c?x; n = n + x; n++ } }
active proctype O() { n = 100 }
