// The same with a value that is set: only the indices are exchanged.
// weyl: order=2
bit y; bool a[2];
active proctype P() { do :: y = !y :: a[y] = true :: a[!y] = false od }
