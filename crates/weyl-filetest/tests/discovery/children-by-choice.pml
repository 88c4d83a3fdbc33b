// A child that only some executions create has its place all the same.
// weyl: order=6
byte n;
proctype C() { n++; assert(n < 4) }
active [3] proctype P() { if :: run C() :: skip fi }
