// Bits that are combined stay bits: what they index is there, and operands have no order; values that are only negated are exchanged as well.
// weyl: order=8
bit x[2], y; bool a[2], b;
active proctype P() { do :: x[0] = !x[0] :: x[1] = !x[1] :: y = !y :: a[y] = !a[y] :: a[x[0] ^ y] && a[x[1] ^ y] -> b = !b od }
