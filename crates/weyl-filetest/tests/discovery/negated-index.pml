// The negation of a bit that is an index is no table of numbers (a symmetry that is not claimed); 1 - y is.
// weyl: order=1
bit y; bool a[2];
active proctype P() { do :: y = !y :: a[y] = !a[y] od }
