// Law 5: processes that come later stay, those that were there are still alike.
// weyl: order=2
#define STEP(i) x[i] == 0 -> x[i] = 1 :: x[i] == 1 -> x[i] = 2 :: x[i] == 2 -> x[i] = 1
byte x[4];
active [2] proctype P() { do :: STEP(_pid) od }
proctype Q() { x[3] = 1; x[3] = 0 }
init { do :: _nr_pr == 3 -> run Q() od }
