// An int that holds process numbers, and once a sum.
// weyl: order=1
int last;
active [3] proctype P() { do :: last != _pid -> last = _pid :: last == 2 -> last = last + _pid od }
