// weyl: verdict=violated full-states=6 full-transitions=6
// weyl: violated="invalid end state"
// The same without the label: an invalid end state.
chan c = [0] of { byte }; byte n;
active proctype S() { do :: c?n :: n == 3 -> n = 0 od }
active proctype C() { c!3; c!4 }
