// Process numbers in messages of ints.
// weyl: order=6
chan c = [2] of { int }; int got;
active [3] proctype P() { do :: c ! _pid :: c ? got -> (got == _pid) od }
