// To wait until only `init` is there is to wait until all others have ended.
// weyl: order=6
byte done;
proctype P() { byte n; n = done; done = n + 1 }
init { atomic { run P(); run P(); run P() }; _nr_pr == 1; assert(done <= 3) }
