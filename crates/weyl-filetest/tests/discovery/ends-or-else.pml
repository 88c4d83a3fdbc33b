// Whoever has an `else` sees that processes at their ends are not gone yet.
// weyl: order=1
byte done, early;
proctype P() { done++ }
init { atomic { run P(); run P() }; do :: _nr_pr == 1 -> break :: else -> atomic { done == 2 -> early = 1 } od; assert(!early) }
