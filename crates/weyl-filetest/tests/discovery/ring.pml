// Law 4: arithmetic on parameters folds; a ring turns.
// weyl: order=3
#define STEP(i) x[i] == 0 -> x[i] = 1 :: x[i] == 1 -> x[i] = 2 :: x[i] == 2 -> x[i] = 1
byte x[3];
active [3] proctype P() { do :: STEP(_pid) :: x[(_pid + 1) % 3] == 2 -> x[_pid] = 0 od }
