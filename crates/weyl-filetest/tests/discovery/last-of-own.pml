// Law 5: _last, asked for oneself.
// weyl: order=2
#define STEP(i) x[i] == 0 -> x[i] = 1 :: x[i] == 1 -> x[i] = 2 :: x[i] == 2 -> x[i] = 1
byte x[2];
active [2] proctype P() { do :: STEP(_pid) :: _last == _pid -> x[_pid] = 0 od }
