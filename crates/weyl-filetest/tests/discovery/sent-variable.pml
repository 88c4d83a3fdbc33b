// What is sent and what is received is of one kind, though nobody says which numbers they are; values that are only negated are exchanged as well.
// weyl: order=8
byte x; bool a[2], b[2]; chan c = [1] of { byte };
active proctype S() { do :: x = 0 :: x = 1 :: a[x] = !a[x] :: c!x od }
active proctype R() { byte r; do :: c?r; b[r] = !b[r] od }
