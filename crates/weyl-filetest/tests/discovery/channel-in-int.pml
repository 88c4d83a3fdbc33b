// A number of a channel that goes through an int.
// weyl: order=1
chan a = [1] of {byte}; chan b = [1] of {byte}; chan d; int z; byte x[2];
proctype P(chan c; byte me) { byte v; do :: c?v -> x[me] = 1 :: x[me] == 1 -> x[me] = 2 od }
proctype M() { z = a; d = z; do :: d!5 od }
init { atomic { run P(a, 0); run P(b, 1); run M() } }
