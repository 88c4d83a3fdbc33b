// Somebody looks for one label of one process, and for another of the other.
// weyl: order=1
bool busy, x;
active [2] proctype P() { atomic { !busy -> busy = 1 }; do :: skip; a: skip :: skip; b: skip; skip od }
active proctype M() { do :: P[0]@b -> x = 1 :: P[1]@a -> x = 1 od }
