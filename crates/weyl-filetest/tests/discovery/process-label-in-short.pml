// The same with a label; what is left is a bit that nobody looks at.
// weyl: order=2
short w; bool x;
active [3] proctype P() { do :: skip; a: skip :: P[w]@a -> w = 1 - w; x = 1 - x od }
