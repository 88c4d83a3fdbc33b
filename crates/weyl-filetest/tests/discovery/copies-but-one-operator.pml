// Copies, of which one takes `>=` for `==`: the third is not as the others.
// weyl: order=2
byte x[3];
active proctype P_0() { do :: x[0] < 3 -> x[0]++ :: x[0] == 3 -> x[0] = 0 od }
active proctype P_1() { do :: x[1] < 3 -> x[1]++ :: x[1] == 3 -> x[1] = 0 od }
active proctype P_2() { do :: x[2] < 3 -> x[2]++ :: x[2] >= 3 -> x[2] = 0 od }
