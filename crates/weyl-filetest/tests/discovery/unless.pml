// Each interrupts the other.
// weyl: order=2
#define STEP(i) x[i] == 0 -> x[i] = 1 :: x[i] == 1 -> x[i] = 2 :: x[i] == 2 -> x[i] = 1
byte x[2]; bool stop[2];
active [2] proctype P() { { do :: STEP(_pid) :: x[_pid] == 2 -> stop[1 - _pid] = true od } unless { stop[_pid] }; end: do :: false od }
