// Process numbers in messages of ints, and one that is computed.
// weyl: order=1
chan c = [2] of { int }; int got;
active [3] proctype P() { do :: c ! _pid :: c ! got * 2 :: c ? got -> (got == _pid) od }
