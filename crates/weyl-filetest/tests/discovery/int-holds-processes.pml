// An int that holds process numbers and nothing else.
// weyl: order=6
int last;
active [3] proctype P() { do :: last != _pid -> last = _pid od }
