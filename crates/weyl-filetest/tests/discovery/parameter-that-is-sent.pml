// Two nodes of a complete graph; what they pass on tells their neighbours apart.
// weyl: order=1
chan c[3] = [1] of { chan };
proctype N(chan me; chan a; chan b) { chan x; do :: a ! b :: me ? x od }
init { atomic { run N(c[0], c[1], c[2]); run N(c[1], c[0], c[2]); run N(c[2], c[0], c[1]) } }
