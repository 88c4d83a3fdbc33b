// weyl: verdict=holds full-states=10 full-transitions=10
// The death of a process behind a sequence is a step of its own.
byte n;
active proctype P() { atomic { n++; n++ } }
active proctype Q() { n = _nr_pr }
