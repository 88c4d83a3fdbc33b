// What happens when no other option can.
// weyl: order=6
byte x[3];
active [3] proctype P() { do :: x[_pid] == 0 -> x[_pid] = 1 :: x[0] == 1 && x[1] == 1 && x[2] == 1 -> x[_pid] = 2 :: else -> x[_pid] = 0 od }
