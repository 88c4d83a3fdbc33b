// What is sent to a channel that a variable holds, and received from the channel itself, is of one kind; values that are only negated are exchanged as well.
// weyl: order=8
byte x; bool a[2], b[2]; chan p = [1] of { byte }; chan q = [1] of { byte }; chan c;
active proctype S() { c = p; do :: c = p :: c = q :: x = 0 :: x = 1 :: a[x] = !a[x] :: c!x od }
active proctype R() { byte r; do :: p?r; b[r] = !b[r] :: q?_ od }
