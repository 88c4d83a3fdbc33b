// weyl: verdict=holds states=14 transitions=14
// Two processes wait for the same `timeout`.
byte n;
active [2] proctype P() { timeout -> n++ }
active proctype Q() { n = 10; n = 20 }
