// weyl: verdict=holds full-states=6 full-transitions=6
// A process may stop at an end label.
chan c = [0] of { byte }; byte n;
active proctype S() { end_server: do :: c?n :: n == 3 -> n = 0 od }
active proctype C() { c!3; c!4 }
