// A byte that is received from a channel of shorts, in which somebody counts.
// weyl: order=1
chan g = [1] of { short };
active [3] proctype P() { byte v = _pid; v = P[v]:v; do :: g?v od }
active proctype Q() { short k; do :: g!k; k = k + 1 od }
