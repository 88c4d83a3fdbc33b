// A trace assertion: the sends on c must alternate between a and b, and no other
// event on c is looked at but those the trace names. The second sender breaks the
// order in some interleavings, and where Reader waits at the end the trace may be in
// the middle of a round, which is an invalid end state too.
// weyl: violated="trace" violated="invalid end state"
// weyl: verdict=violated full-states=17 full-transitions=22
mtype = { a, b };

chan c = [2] of { mtype };

active proctype Good() {
  c!a;
  c!b
}

active proctype Bad() {
  c!a
}

active proctype Reader() {
  mtype m;
end:
  do
  :: c?m
  od
}

trace {
  do
  :: c!a; c!b
  od
}
