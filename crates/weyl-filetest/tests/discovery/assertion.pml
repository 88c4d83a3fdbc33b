// An assertion that treats them differently.
// weyl: order=1
// weyl: because="assert(x[0] < 2 || x[1] < 3)"
#define STEP(i) x[i] == 0 -> x[i] = 1 :: x[i] == 1 -> x[i] = 2 :: x[i] == 2 -> x[i] = 1
byte x[2];
active [2] proctype P() { do :: STEP(_pid) :: assert(x[0] < 2 || x[1] < 3) od }
