// Children that have children, and a parent with two; parents are created by `init`.
// weyl: states=817 order=6
chan q[3] = [1] of { byte };
byte done;
proctype G(chan c) { c!1 }
proctype C(chan c) { run G(c) }
proctype D() { done++ }
proctype P(byte i) { byte x; run C(q[i]); run D(); q[i]?x; done++; assert(done < 7) }
init { atomic { run P(0); run P(1); run P(2) } }
