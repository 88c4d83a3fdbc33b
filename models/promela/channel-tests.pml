// len, empty, nempty, full and nfull, on a channel that two processes fill and drain;
// a send to a full channel blocks (it is not lost) and a receive from an empty one
// blocks. The counter and the length agree at each atomic test.
// weyl: verdict=holds full-states=4 full-transitions=8
chan c = [3] of { bit };
byte count;

active proctype Filler() {
  do
  :: atomic { nfull(c) -> c!1; count++ }
  :: atomic { full(c) -> assert(len(c) == 3 && count == 3) }
  od
}

active proctype Drain() {
  do
  :: atomic { nempty(c) -> c?_; count-- }
  :: atomic { empty(c) -> assert(len(c) == 0 && count == 0) }
  od
}
