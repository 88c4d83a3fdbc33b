// Values that nobody writes are part of the program.
// weyl: order=2
// weyl: because="k[_pid] == 4"
#define STEP(i) x[i] == 0 -> x[i] = 1 :: x[i] == 1 -> x[i] = 2 :: x[i] == 2 -> x[i] = 1
byte x[3]; byte k[3] = { 3, 3, 4 };
active [3] proctype P() { do :: STEP(_pid) :: x[_pid] == 2 && k[_pid] == 4 -> x[_pid] = 0 od }
