// What nobody ever comes to may treat them differently; values that are only negated are exchanged as well.
// weyl: order=4
bool x[2], never_so;
active [2] proctype P() { do :: x[_pid] = !x[_pid] :: never_so -> x[0] = 1 od }
