// Law 6: pc_value, asked for one process.
// weyl: order=1
// weyl: because="pc_value(0) == 2"
#define STEP(i) x[i] == 0 -> x[i] = 1 :: x[i] == 1 -> x[i] = 2 :: x[i] == 2 -> x[i] = 1
byte x[2];
active [2] proctype P() { do :: STEP(_pid) od }
active proctype O() { do :: pc_value(0) == 2 -> x[0] = 0; x[1] = 0 od }
