// weyl: verdict=holds full-states=14 full-transitions=14
// Two processes wait for the same `timeout`.
byte n;
active [2] proctype P() { timeout -> n++ }
active proctype Q() { n = 10; n = 20 }
