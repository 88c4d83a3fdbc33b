// Whether they are created depends on somebody else. The values of a bit that is only negated are exchanged.
// weyl: order=2
bool x, y[4];
proctype P() { do :: y[_pid] = !y[_pid] od }
active proctype A() { if :: (x -> true : false) -> run P(); run P() :: else -> run P() fi }
active proctype B() { do :: x = !x od }
