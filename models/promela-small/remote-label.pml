// weyl: verdict=violated full-states=29 full-transitions=34
// weyl: violated="invalid end state"
// A remote reference to a label, with and without a process number.
byte n;
active proctype P() { n = 1; here: n = 2; n = 3 }
active proctype Q() { P[0]@here -> n = n + 10; !P@here -> n = n + 20 }
