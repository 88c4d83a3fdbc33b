// A ring that is cut is a line with two ends.
// weyl: order=1
// weyl: because="_pid > 0"
#define STEP(i) x[i] == 0 -> x[i] = 1 :: x[i] == 1 -> x[i] = 2 :: x[i] == 2 -> x[i] = 1
byte x[3];
active [3] proctype P() { do :: STEP(_pid) :: x[(_pid + 2) % 3] == 2 && _pid > 0 -> x[_pid] = 0 od }
