// A notrace assertion: the sequence of events that must not happen. Here it does, in
// one of the two branches of the sender.
// weyl: violated="notrace"
// weyl: verdict=violated full-states=10 full-transitions=10
mtype = { a, b };

chan c = [1] of { mtype };

active proctype Sender() {
  if
  :: c!a
  :: c!b
  fi;
  c!b
}

active proctype Reader() {
  mtype m;
  c?m;
  c?m
}

notrace {
  c!a; c!b
}
