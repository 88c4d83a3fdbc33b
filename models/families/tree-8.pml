// A binary tree with eight leaves: at each inner node the two parts below change places, 2^7.
// weyl: order=128
chan up[16] = [1] of { bit };

proctype Leaf(chan out) {
  do
  :: out!1
  od
}

proctype Inner(chan left, right, out) {
  bit x;
  do
  :: left?x -> out!x
  :: right?x -> out!x
  od
}

proctype Root() {
  bit x;
  do
  :: up[1]?x
  od
}

init {
  atomic {
    run Inner(up[2], up[3], up[1]);
    run Inner(up[4], up[5], up[2]);
    run Inner(up[6], up[7], up[3]);
    run Inner(up[8], up[9], up[4]);
    run Inner(up[10], up[11], up[5]);
    run Inner(up[12], up[13], up[6]);
    run Inner(up[14], up[15], up[7]);
    run Leaf(up[8]);
    run Leaf(up[9]);
    run Leaf(up[10]);
    run Leaf(up[11]);
    run Leaf(up[12]);
    run Leaf(up[13]);
    run Leaf(up[14]);
    run Leaf(up[15]);
    run Root()
  }
}
