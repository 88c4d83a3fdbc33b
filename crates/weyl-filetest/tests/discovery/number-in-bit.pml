// Law 4: 2 becomes 0 in a bit.
// weyl: order=1
// weyl: because="b = _pid"
#define STEP(i) x[i] == 0 -> x[i] = 1 :: x[i] == 1 -> x[i] = 2 :: x[i] == 2 -> x[i] = 1
bit b; byte x[3];
active [3] proctype P() { do :: b = _pid :: STEP(_pid) :: x[b] == 2 -> x[b] = 0 od }
