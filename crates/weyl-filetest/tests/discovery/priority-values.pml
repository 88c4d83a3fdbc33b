// The values of priorities have an order, though no statement compares them.
// weyl: order=2
byte y = 2;
active [2] proctype P() { do :: y = 1 :: y = 2 :: set_priority(_pid, y) od }
