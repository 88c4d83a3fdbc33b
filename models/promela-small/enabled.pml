// weyl: verdict=violated full-states=14 full-transitions=14
// weyl: violated="invalid end state"
// `enabled` looks at another process.
byte n;
active proctype A() { n == 1 -> n = 2 }
active proctype B() { if :: enabled(0) -> n = 5 :: n = 1 fi; n = n + 10 }
