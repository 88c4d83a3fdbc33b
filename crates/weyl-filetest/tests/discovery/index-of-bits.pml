// Bits that are combined stay bits: what they index is there, and operands have no order.
// weyl: order=2
bit x[2], y; bool a[2], b;
active proctype P() { do :: x[0] = !x[0] :: x[1] = !x[1] :: y = !y :: a[y] = !a[y] :: a[x[0] ^ y] && a[x[1] ^ y] -> b = !b od }
