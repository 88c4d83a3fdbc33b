// They run in turns.
// weyl: order=2
#define STEP(i) x[i] == 0 -> x[i] = 1 :: x[i] == 1 -> x[i] = 2 :: x[i] == 2 -> x[i] = 1
byte x[2]; byte turn;
active [2] proctype P() provided (turn == _pid) { do :: STEP(_pid) :: x[_pid] == 2 -> turn = 1 - _pid od }
