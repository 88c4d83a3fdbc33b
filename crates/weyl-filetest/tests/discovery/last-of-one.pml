// Law 5: _last, asked for one process.
// weyl: order=1
// weyl: because="_last == 1"
#define STEP(i) x[i] == 0 -> x[i] = 1 :: x[i] == 1 -> x[i] = 2 :: x[i] == 2 -> x[i] = 1
byte x[2];
active [2] proctype P() { do :: STEP(_pid) od }
active proctype O() { do :: _last == 1 -> x[0] = 0; x[1] = 0 od }
