// weyl: verdict=violated full-states=16 full-transitions=19
// weyl: violated="invalid end state"
// A process that may not run any more loses control inside a sequence.
byte n; bool may = true;
active proctype P() provided (may) { atomic { n = 1; may = false; n = 2; n = 3 } }
active proctype Q() { n = 4; may = true }
