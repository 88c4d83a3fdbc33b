// Not the oldest process asks.
// weyl: order=1
byte done;
active proctype O() { (done == 2) -> _nr_pr == 2 -> assert(done == 2) }
proctype P() { done++ }
init { atomic { run P(); run P() } }
