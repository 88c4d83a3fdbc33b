// Processes that create processes: a tree of depth 3, whose leaves send their sums
// to the parent over a channel the parent made and passed down. Channels and
// processes are removed in the reverse order of creation.
// weyl: verdict=holds full-states=16623 full-transitions=47453
byte result;

proctype Node(chan up; byte depth, value) {
  chan down = [2] of { byte };
  byte a, b;
  if
  :: depth == 0 -> up!value
  :: else ->
     run Node(down, depth - 1, value * 2);
     run Node(down, depth - 1, value * 2 + 1);
     down?a;
     down?b;
     up!a + b
  fi
}

init {
  chan top = [1] of { byte };
  run Node(top, 2, 1);
  top?result;
  assert(result == 22)
}
