// Priorities are set by number.
// weyl: order=1
int x;
active [3] proctype P() { do :: x = (x + 1) % 3 :: set_priority(x % 3, 2) od }
