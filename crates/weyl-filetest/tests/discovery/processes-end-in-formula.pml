// Law 5: processes end in the reverse order of their creation, and a formula counts them.
// weyl: order=1
byte x[3];
active [3] proctype P() { x[_pid] = 1; x[_pid] = 2 }
ltl gone { <> (_nr_pr == 1) }
