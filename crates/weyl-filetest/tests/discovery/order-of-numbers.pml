// Law 4: numbers are compared by their order.
// weyl: order=1
// weyl: because="_pid < least"
#define STEP(i) x[i] == 0 -> x[i] = 1 :: x[i] == 1 -> x[i] = 2 :: x[i] == 2 -> x[i] = 1
byte x[3]; byte least;
active [3] proctype P() { do :: STEP(_pid) :: _pid < least -> least = _pid :: _pid > least && x[_pid] == 2 -> least = _pid od }
