// Copies, each with a channel of its own.
// weyl: order=2
chan offer = [1] of { chan };
active proctype P_0() { chan mine = [1] of { byte }; byte x; do :: mine!0; mine?x od }
active proctype P_1() { chan mine = [1] of { byte }; byte x; do :: mine!0; mine?x od }
