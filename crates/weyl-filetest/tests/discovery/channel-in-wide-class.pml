// A number of a channel that is no name, since there are too many numbers beside it.
// weyl: order=1
chan a = [1] of {byte}; chan b = [1] of {byte}; chan d; byte x[2];
proctype P(chan c; byte me) { byte v; do :: c?v -> x[me] = 1 :: x[me] == 1 -> x[me] = 2 od }
proctype M() { d = a; do :: d != 600 -> d!5 od }
init { atomic { run P(a, 0); run P(b, 1); run M() } }
