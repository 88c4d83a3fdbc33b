// Values at the start that are written later leave the group whole.
// weyl: order=6
#define STEP(i) x[i] == 0 -> x[i] = 1 :: x[i] == 1 -> x[i] = 2 :: x[i] == 2 -> x[i] = 1
byte x[3] = { 0, 2, 1 };
active [3] proctype P() { do :: STEP(_pid) od }
