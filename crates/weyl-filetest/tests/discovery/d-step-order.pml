// Law 3: assignments of a d_step that have nothing to do with each other have no order.
// weyl: order=2
#define STEP(i) x[i] == 0 -> x[i] = 1 :: x[i] == 1 -> x[i] = 2 :: x[i] == 2 -> x[i] = 1
byte x[2];
active [2] proctype P() { do :: STEP(_pid) od }
active proctype O() { do :: x[0] == 2 && x[1] == 2 -> d_step { x[0] = 0; x[1] = 0 } od }
