// A process may stop at its end or at a label that begins with end; anything else is
// an invalid end state. Here Server and Logger may stop, Client waits for an answer
// that is lost in one branch.
// weyl: verdict=violated full-states=12 full-transitions=16
// weyl: violated="invalid end state"
mtype = { ask, answer };

chan up = [1] of { mtype };
chan down = [1] of { mtype };

active proctype Client() {
  up!ask;
  down?answer
}

active proctype Server() {
end_of_service:
  do
  :: up?ask ->
     if
     :: down!answer
     :: skip
     fi
  od
}

active proctype Logger() {
  atomic {
    skip;
end:
    false
  }
}
