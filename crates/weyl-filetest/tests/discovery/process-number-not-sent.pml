// A byte that is received from a channel of shorts, into which nobody sends.
// weyl: order=2
chan g = [1] of { short };
active [3] proctype P() { byte v = _pid; v = P[v]:v; do :: g?v od }
