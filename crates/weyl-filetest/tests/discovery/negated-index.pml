// The negation of a bit that is an index exchanges two names; the values of a are exchanged as well.
// weyl: order=4
bit y; bool a[2];
active proctype P() { do :: y = !y :: a[y] = !a[y] od }
