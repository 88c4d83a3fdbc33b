// Some processes of the kind are there from the start, others are created late.
// weyl: order=1
byte n;
active proctype C() { n++; assert(n < 4) }
active [2] proctype P() { run C() }
