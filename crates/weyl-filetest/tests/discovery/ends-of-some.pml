// To wait for two is to see who ended first.
// weyl: order=1
byte done;
proctype P() { done++ }
init { atomic { run P(); run P(); run P() }; _nr_pr == 2; assert(done >= 2) }
