// Where the process with number 2 is depends on who has ended before.
// weyl: order=1
byte done;
proctype P() { skip; L: done++ }
active proctype O() { assert(!(P[2]@L && done == 2)) }
init { run P(); run P(); run P() }
