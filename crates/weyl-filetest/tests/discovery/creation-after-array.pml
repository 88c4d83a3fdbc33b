// All elements of an array begin with the value that is written beside it.
// weyl: order=2
bit a[2] = 1; bool y[4];
proctype P() { do :: y[_pid] = !y[_pid] od }
active proctype A() { if :: a[1] == 1 -> run P(); run P() :: else -> run P() fi }
active proctype B() { do :: y[1] = !y[1] od }
