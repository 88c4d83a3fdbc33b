// The last state of a run repeats: the next state of it is itself.
// weyl: verdict=violated
// weyl: violated="never_repeats"
// weyl: spin="the packaged SPIN has no X; the verdicts are those of equivalent claims"
byte x;

active proctype Once() {
  x = 1
}

ltl repeats { [] (x == 1 -> X (x == 1)) }
ltl moves { [] (x == 0 -> X (x == 1)) }
ltl never_repeats { <> (x == 1 && X (x == 0)) }
