// A `timeout` waits for the removal of processes.
// weyl: order=1
byte done;
proctype P() { done++ }
init { atomic { run P(); run P() }; if :: _nr_pr == 1 :: timeout -> assert(done == 7) fi }
