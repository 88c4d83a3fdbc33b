// weyl: verdict=violated full-states=6 full-transitions=5
// weyl: violated="invalid end state"
// Processes that take turns by their `provided` clauses.
bool turn; byte n;
active proctype A() provided (turn == 0) { n++; turn = 1; n++ }
active proctype B() provided (turn == 1) { n = n * 2; turn = 0; n = n * 2 }
