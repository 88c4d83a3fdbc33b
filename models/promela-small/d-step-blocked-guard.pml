// weyl: verdict=holds full-states=12 full-transitions=12
// The first statement of a d_step waits.
chan c = [1] of { byte }; byte n;
active proctype P() { d_step { c?n; n++; n++ } }
active proctype Q() { n = 9; c!4; n = 8 }
