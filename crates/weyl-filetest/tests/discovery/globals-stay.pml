// Law 1: two variables that are no names never change places.
// weyl: order=1
// weyl: because="x[0] == 1 && y[0] == 2"
byte x[1], y[1];
active [2] proctype P() { do :: _pid == 0 -> x[0] = 1 :: _pid == 1 -> y[0] = 1 od }
active proctype Q() { do :: x[0] == 1 -> x[0] = 0 :: y[0] == 1 -> y[0] = 0 :: x[0] == 1 && y[0] == 2 -> skip :: x[0] == 3 -> y[0] = 0 od }
