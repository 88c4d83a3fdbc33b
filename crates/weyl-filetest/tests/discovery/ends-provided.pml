// A process that may not act is not removed either: all at their ends is not all gone.
// weyl: order=1
byte done; bool go;
proctype P() provided (!go) { done++ }
init { atomic { run P(); run P() }; (done == 2); go = true; _nr_pr == 1; assert(false) }
