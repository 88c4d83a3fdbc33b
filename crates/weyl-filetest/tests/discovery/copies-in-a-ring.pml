// Constants say who is next: rotations, and no more.
// weyl: order=3
byte x[3];
active proctype P_0() { do :: x[0] == 0 && x[1] == 1 -> x[0] = 1; x[1] = 0 :: x[0]++ ; x[0] = 0 od }
active proctype P_1() { do :: x[1] == 0 && x[2] == 1 -> x[1] = 1; x[2] = 0 :: x[1]++ ; x[1] = 0 od }
active proctype P_2() { do :: x[2] == 0 && x[0] == 1 -> x[2] = 1; x[0] = 0 :: x[2]++ ; x[2] = 0 od }
