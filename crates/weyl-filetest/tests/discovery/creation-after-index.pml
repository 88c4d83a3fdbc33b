// Whether they are created depends on an element that may have been written: which one is not known. The values of a bit that is only negated are exchanged.
// weyl: order=2
bool a[2], y[4]; bit x;
proctype P() { do :: y[_pid] = !y[_pid] od }
active proctype A() { a[x] = 1; if :: a[1] == 0 -> run P(); run P() :: else -> run P() fi }
active proctype B() { do :: x = !x od }
