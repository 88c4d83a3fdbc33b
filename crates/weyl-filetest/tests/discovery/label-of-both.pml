// Somebody looks for the same label of both processes, in two spellings.
// weyl: order=2
bool busy, x;
active [2] proctype P() { atomic { !busy -> busy = 1 }; do :: skip; a: skip :: skip; b: skip; skip od }
active proctype M() { do :: P[0]@b && !P[1]@a -> x = 1 :: !P[0]@a && P[1]@b -> x = 1 od }
