// What escapes comes first, though it does alike; values that are only negated are exchanged as well.
// weyl: order=2
bool x[2];
active proctype P() { again: { x[0] = !x[0]; goto again } unless { x[1] = !x[1]; goto again } }
