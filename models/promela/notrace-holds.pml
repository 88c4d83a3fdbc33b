// A notrace that holds: no run begins with a and then b. Once something else happened it
// is given up: only the beginning of a run counts. It may rest at its label;
// elsewhere a run that ends in the middle of it would be an invalid end state, as with
// a trace.
// weyl: verdict=holds full-states=13 full-transitions=14
mtype = { a, b };

chan c = [1] of { mtype };

active proctype Sender() {
  do
  :: c!a; c!a; c!b
  :: c!b; c!a; break
  od
}

active proctype Reader() {
end:
  do
  :: c?_
  od
}

notrace {
end1:
  c!a;
end2:
  c!b
}
