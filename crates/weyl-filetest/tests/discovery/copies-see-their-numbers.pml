// Copies of which one asks for its process number.
// weyl: order=1
byte x[2];
active proctype P_0() { do :: x[0] < 3 -> x[0]++ :: x[0] == 3 && _pid == 0 -> x[0] = 0 od }
active proctype P_1() { do :: x[1] < 3 -> x[1]++ :: x[1] == 3 && _pid == 0 -> x[1] = 0 od }
