// The same where one of the indices is written out.
// weyl: order=1
bit y; bool a[2];
active proctype P() { do :: y = !y :: a[y] = true :: a[0] = false od }
