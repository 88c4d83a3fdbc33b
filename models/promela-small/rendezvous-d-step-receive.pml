// weyl: verdict=holds full-states=11 full-transitions=11
// A rendezvous receive as the first statement of a d_step.
chan c = [0] of { byte }; byte n;
active proctype P() { atomic { c!3; n = n * 2; n++ } }
active proctype Q() { byte x; d_step { c?x; n = x; n++ }; n = 0 }
