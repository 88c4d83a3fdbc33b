// A priority belongs to the state of a process, and moves with it.
// weyl: order=6
#define STEP(i) x[i] == 0 -> x[i] = 1 :: x[i] == 1 -> x[i] = 2 :: x[i] == 2 -> x[i] = 1
byte x[3];
proctype P() { do :: STEP(_pid - 1) od }
init { atomic { run P() priority 2; run P() priority 2; run P() priority 3 } }
