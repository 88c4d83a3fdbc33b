// Routing in a hypercube of 4 dimensions (topology as in A. F. Donaldson and A. Miller, 2006): any node sends one message to any
// address; a node sends it on along a dimension in which its own address and the destination differ. The group is that
// of the cube, 2^4 * 4!, although addresses are numbers that are computed with.
// weyl: order=384
chan link[16] = [1] of { byte, byte };
bool sent;

proctype Node(byte me) {
  byte destination = me, hops, bits;
end:
  do
  :: atomic { !sent -> sent = true; link[me]!0, 0 }
  :: atomic { !sent -> sent = true; link[me]!1, 0 }
  :: atomic { !sent -> sent = true; link[me]!2, 0 }
  :: atomic { !sent -> sent = true; link[me]!3, 0 }
  :: atomic { !sent -> sent = true; link[me]!4, 0 }
  :: atomic { !sent -> sent = true; link[me]!5, 0 }
  :: atomic { !sent -> sent = true; link[me]!6, 0 }
  :: atomic { !sent -> sent = true; link[me]!7, 0 }
  :: atomic { !sent -> sent = true; link[me]!8, 0 }
  :: atomic { !sent -> sent = true; link[me]!9, 0 }
  :: atomic { !sent -> sent = true; link[me]!10, 0 }
  :: atomic { !sent -> sent = true; link[me]!11, 0 }
  :: atomic { !sent -> sent = true; link[me]!12, 0 }
  :: atomic { !sent -> sent = true; link[me]!13, 0 }
  :: atomic { !sent -> sent = true; link[me]!14, 0 }
  :: atomic { !sent -> sent = true; link[me]!15, 0 }
  :: link[me]?destination, hops ->
     assert(hops <= 4);
     bits = me ^ destination;
     if
     :: bits == 0 -> atomic { destination = me; hops = 0 }
     :: bits & 1 -> link[me ^ 1]!destination, hops + 1; atomic { destination = me; hops = 0; bits = 0 }
     :: bits & 2 -> link[me ^ 2]!destination, hops + 1; atomic { destination = me; hops = 0; bits = 0 }
     :: bits & 4 -> link[me ^ 4]!destination, hops + 1; atomic { destination = me; hops = 0; bits = 0 }
     :: bits & 8 -> link[me ^ 8]!destination, hops + 1; atomic { destination = me; hops = 0; bits = 0 }
     fi
  od
}

init {
  byte i;
  atomic {
    for (i : 0 .. 15) { run Node(i) }
    i = 0
  }
}
