// weyl: verdict=holds full-states=8 full-transitions=7
// A child of higher priority.
byte n;
proctype C() { n++; n++ }
init { run C() priority 3; n = 10; n = 20 }
