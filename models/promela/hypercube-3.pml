// Routing in a hypercube of three dimensions (topology as in A. F. Donaldson and A.
// Miller, 2006): one message starts at node 0 for a node of any address; each node
// sends it on along any dimension in which address and destination differ. It
// arrives after at most three hops. Six of the 48 symmetries of the cube fix node 0.
// weyl: verdict=holds full-states=8553 full-transitions=28706
#define D 3
#define NODES 8

chan link[NODES] = [1] of { byte, byte };
byte arrived;

proctype Node(byte me) {
  byte destination, hops, bits;
end:
  do
  :: link[me]?destination, hops ->
     assert(hops <= D);
     bits = me ^ destination;
     if
     :: bits == 0 -> arrived++; bits = 0; destination = 0; hops = 0
     :: bits & 1 -> link[me ^ 1]!destination, hops + 1; bits = 0; destination = 0; hops = 0
     :: bits & 2 -> link[me ^ 2]!destination, hops + 1; bits = 0; destination = 0; hops = 0
     :: bits & 4 -> link[me ^ 4]!destination, hops + 1; bits = 0; destination = 0; hops = 0
     fi
  od
}

init {
  byte i;
  atomic {
    for (i : 0 .. NODES - 1) { run Node(i) }
    select (i : 0 .. 7);
    link[0]!i, 0;
    i = 0
  };
  arrived == 1;
  assert(empty(link[0]) && empty(link[7]))
}
