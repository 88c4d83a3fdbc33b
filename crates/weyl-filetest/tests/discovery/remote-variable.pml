// A variable of one process.
// weyl: order=1
// weyl: because="v = 1"
active [2] proctype P() { byte v; do :: v == 0 -> v = 1 :: v == 1 -> v = 2 :: v == 2 -> v = 1 od }
active proctype O() { bool z; do :: P[0]:v == 1 -> z = true :: z -> z = false od }
