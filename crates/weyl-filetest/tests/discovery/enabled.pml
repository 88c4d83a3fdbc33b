// Law 5: enabled, asked for one process.
// weyl: order=1
// weyl: because="the order of numbers in `!enabled(0)`"
#define STEP(i) x[i] == 0 -> x[i] = 1 :: x[i] == 1 -> x[i] = 2 :: x[i] == 2 -> x[i] = 1
byte x[2];
active [2] proctype P() { do :: STEP(_pid) :: x[1 - _pid] == 1 -> x[_pid] = 0 od }
active proctype O() { do :: !enabled(0) -> x[0] = 0; x[1] = 0 od }
