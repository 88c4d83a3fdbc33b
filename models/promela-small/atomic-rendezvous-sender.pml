// weyl: verdict=holds full-states=102 full-transitions=133
// A send inside a sequence: control goes to the receiver.
chan c = [0] of { byte }; byte n;
active proctype S() { atomic { n = 1; c!5; n = n + 2; n = n * 2 } }
active proctype R() { byte x; c?x; n = n + x; n++ }
active proctype O() { n = 100 }
