// weyl: verdict=violated violated="invalid end state" full-states=4 full-transitions=4 states=3 order=2
// The number of processes is copied, and never changes: it is no name for that.
active [2] proctype P() {
  byte t;
  t = _nr_pr;
  false
}
