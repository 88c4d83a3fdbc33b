// A sum that is sent wraps to a number of the field; values that are only negated are exchanged as well.
// weyl: order=4
byte x = 1; bool b[3]; chan c = [1] of { byte };
active proctype S() { do :: x = 1 :: x = 2 :: c!(x + 255) od }
active proctype R() { byte r; do :: c?r; b[r] = !b[r] od }
