// One runs while the other may not.
// weyl: order=1
// weyl: because="t = !t"
#define STEP(i) x[i] == 0 -> x[i] = 1 :: x[i] == 1 -> x[i] = 2 :: x[i] == 2 -> x[i] = 1
byte x[2]; bool t;
active [2] proctype P() provided (!t || _pid == 1) { do :: STEP(_pid) :: x[_pid] == 2 -> t = !t od }
