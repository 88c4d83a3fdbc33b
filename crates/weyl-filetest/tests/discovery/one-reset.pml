// Only the first is reset.
// weyl: order=1
// weyl: because="STEP"
#define STEP(i) x[i] == 0 -> x[i] = 1 :: x[i] == 1 -> x[i] = 2 :: x[i] == 2 -> x[i] = 1
byte x[2];
active [2] proctype P() { do :: STEP(_pid) od }
active proctype O() { do :: x[0] == 2 && x[1] == 2 -> x[0] = 0 od }
