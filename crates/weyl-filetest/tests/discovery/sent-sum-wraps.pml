// A sum that is sent wraps to a number of the field.
// weyl: order=2
byte x = 1; bool b[3]; chan c = [1] of { byte };
active proctype S() { do :: x = 1 :: x = 2 :: c!(x + 255) od }
active proctype R() { byte r; do :: c?r; b[r] = !b[r] od }
