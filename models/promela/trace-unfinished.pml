// A trace that is in the middle when all processes rest: an invalid end state, although
// no event was wrong. Where all processes are gone, nobody asks.
// weyl: verdict=violated full-states=7 full-transitions=6
// weyl: violated="invalid end state"
chan c = [2] of { bit };

active proctype P() {
  c!1;
  if
  :: c!0
  :: goto gone
  :: goto rest
  fi;
rest:
end:
  false;
gone:
  skip
}

trace {
  c!1; c!0
}
