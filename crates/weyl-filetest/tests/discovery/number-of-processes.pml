// Law 5: the number of processes against one's own.
// weyl: order=1
#define STEP(i) x[i] == 0 -> x[i] = 1 :: x[i] == 1 -> x[i] = 2 :: x[i] == 2 -> x[i] = 1
byte x[3];
active [2] proctype P() { do :: STEP(_pid) :: _nr_pr == _pid + 2 -> x[_pid] = 0 od }
