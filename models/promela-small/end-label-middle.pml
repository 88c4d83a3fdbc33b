// weyl: verdict=violated full-states=7 full-transitions=7
// weyl: violated="invalid end state"
// Blocked behind the end label.
byte n;
active proctype P() { end: n == 1 -> n == 2 }
active proctype Q() { if :: n = 1 :: skip fi }
