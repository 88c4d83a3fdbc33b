// No statement says which channels these are: a variable holds them, and they change places in it.
// weyl: order=2
chan q[2] = [1] of { bit };
active proctype P() {
  chan one = q[0];
  chan other = q[1];
  chan third;
  do
  :: one ! 1
  :: one ? _
  :: atomic { third = one; one = other; other = third }
  od
}
