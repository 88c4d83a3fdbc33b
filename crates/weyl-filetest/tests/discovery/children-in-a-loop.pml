// A `run` that one process may execute twice: the numbers of its children are not known.
// weyl: order=1
byte n;
proctype C(byte i) { n++; assert(n < 9) }
active [2] proctype P() { byte k; do :: k < 2 -> k++; run C(k) :: else -> break od }
