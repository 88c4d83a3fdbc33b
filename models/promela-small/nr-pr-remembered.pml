// weyl: verdict=violated
// The number of processes is copied, and never changes: it is no name for that.
active [2] proctype P() {
  byte t;
  t = _nr_pr;
  false
}
