// Law 4: all numbers fit in a byte.
// weyl: order=6
#define STEP(i) x[i] == 0 -> x[i] = 1 :: x[i] == 1 -> x[i] = 2 :: x[i] == 2 -> x[i] = 1
byte b; byte x[3];
active [3] proctype P() { do :: b = _pid :: STEP(_pid) :: x[b] == 2 -> x[b] = 0 od }
