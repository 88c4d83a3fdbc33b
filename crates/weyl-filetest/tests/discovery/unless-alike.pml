// What escapes comes first, though it does alike.
// weyl: order=1
bool x[2];
active proctype P() { again: { x[0] = !x[0]; goto again } unless { x[1] = !x[1]; goto again } }
