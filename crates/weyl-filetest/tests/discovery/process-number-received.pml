// A byte that is received from a channel of shorts.
// weyl: order=1
chan g = [1] of { short };
active [3] proctype P() { byte v = _pid; v = P[v]:v; do :: g?v od }
