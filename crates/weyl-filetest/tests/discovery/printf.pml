// Output is no part of a state.
// weyl: order=2
byte x[2];
active [2] proctype P() { do :: printf("%d\n", _pid) -> x[_pid] = 1 :: x[_pid] == 1 -> x[_pid] = 2 od }
