// The process that is created last is at its first location whenever all are there; that is no constant.
// weyl: order=6
byte x;
proctype P() { do :: x < 3 -> x++; x-- od }
init { run P(); run P(); run P(); x == 7 }
