// Where a process has ended, its int holds the least number, which nobody reads: the other numbers are only copied.
// weyl: order=6
// weyl: options="--termination spin"
int g;
proctype P(int i) { int k; k = i; g = k }
init { run P(7); run P(8) }
