// The number of processes never changes and is copied: whoever takes turns counts by it.
// weyl: order=2
active [2] proctype P() {
  byte t;
  t = _nr_pr;
  false
}
