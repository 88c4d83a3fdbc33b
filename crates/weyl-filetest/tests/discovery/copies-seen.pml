// Somebody looks at the label and the variable of one copy: the two others are alike.
// weyl: order=2
byte x[3]; bool seen;
active proctype P_0() { byte n; do :: x[0] == 0 -> n = 1; at: x[0] = 1 :: x[0] == 1 -> n = 0; x[0] = 0 od }
active proctype P_1() { byte n; do :: x[1] == 0 -> n = 1; at: x[1] = 1 :: x[1] == 1 -> n = 0; x[1] = 0 od }
active proctype P_2() { byte n; do :: x[2] == 0 -> n = 1; at: x[2] = 1 :: x[2] == 1 -> n = 0; x[2] = 0 od }
active proctype O() { do :: P_1@at && P_1:n == 1 && !P_2[1]@at -> seen = true; assert(!P_0[1]:n); seen = false od }
