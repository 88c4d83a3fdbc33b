// Channels that nobody sends to or receives from are always empty.
// weyl: order=1
chan a = [1] of { byte };
chan b = [1] of { byte };
chan c = [1] of { byte };
active proctype P() { byte x; do :: c ! 1 :: c ? x od }
