// A channel with room for more than 255 messages: its length takes two bytes. It is almost full from the start; three
// workers put their numbers behind the rest, and take them out again.
// weyl: verdict=holds full-states=9337 full-transitions=30777
chan c = [258] of { pid, byte };

active [3] proctype Worker() {
  bit seen;
end:
  do
  :: len(c) >= 256 ->
     c!_pid,len(c);
     assert(len(c) > 256);
     seen = full(c);
     assert(c??[eval(_pid),_]);
     c??eval(_pid),_
  od
}

init {
  d_step {
    do
    :: len(c) < 256 -> c!_pid,1
    :: else -> break
    od
  };
  assert(len(c) >= 256)
}
