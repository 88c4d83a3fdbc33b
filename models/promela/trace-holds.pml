// A trace assertion that holds: requests and answers alternate. The position in the
// trace is part of the state.
// weyl: verdict=holds full-states=4 full-transitions=4
mtype = { ask, tell };

chan up = [1] of { mtype };
chan down = [1] of { mtype };

active proctype Client() {
  do
  :: up!ask; down?tell
  od
}

active proctype Server() {
  do
  :: up?ask; down!tell
  od
}

trace {
  do
  :: up!ask; down?tell
  od
}
