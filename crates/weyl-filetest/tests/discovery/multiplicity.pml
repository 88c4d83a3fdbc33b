// Law 1: a + a + b is not a + b + b.
// weyl: order=1
// weyl: because="sum = x[0] + x[0] + x[1]"
#define STEP(i) x[i] == 0 -> x[i] = 1 :: x[i] == 1 -> x[i] = 2 :: x[i] == 2 -> x[i] = 1
byte x[2]; unsigned sum : 3;
active [2] proctype P() { do :: STEP(_pid) od }
active proctype O() { do :: sum = x[0] + x[0] + x[1]; sum = 0 od }
