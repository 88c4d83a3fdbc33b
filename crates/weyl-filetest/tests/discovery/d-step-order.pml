// Law 3: statements have an order, even where it does not matter (a symmetry that is not claimed).
// weyl: order=1
// weyl: because="x[0] = 0"
#define STEP(i) x[i] == 0 -> x[i] = 1 :: x[i] == 1 -> x[i] = 2 :: x[i] == 2 -> x[i] = 1
byte x[2];
active [2] proctype P() { do :: STEP(_pid) od }
active proctype O() { do :: x[0] == 2 && x[1] == 2 -> d_step { x[0] = 0; x[1] = 0 } od }
