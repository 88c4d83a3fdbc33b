// A star: sixteen leaves send to one hub.
// weyl: order=20922789888000
chan c[16] = [1] of { bit };

proctype Leaf(chan to) {
  do
  :: to!1
  od
}

proctype Hub() {
  bit x;
  do
  :: c[0]?x -> x = 0
  :: c[1]?x -> x = 0
  :: c[2]?x -> x = 0
  :: c[3]?x -> x = 0
  :: c[4]?x -> x = 0
  :: c[5]?x -> x = 0
  :: c[6]?x -> x = 0
  :: c[7]?x -> x = 0
  :: c[8]?x -> x = 0
  :: c[9]?x -> x = 0
  :: c[10]?x -> x = 0
  :: c[11]?x -> x = 0
  :: c[12]?x -> x = 0
  :: c[13]?x -> x = 0
  :: c[14]?x -> x = 0
  :: c[15]?x -> x = 0
  od
}

init {
  byte i;
  atomic {
    for (i : 0 .. 15) { run Leaf(c[i]) }
    run Hub();
    i = 0
  }
}
