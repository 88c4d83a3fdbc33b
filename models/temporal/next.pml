// The next state, counted in steps of the system: the formulas are compared with claims by hand.
// weyl: verdict=violated
// weyl: violated="two"
// weyl: violated="stays"
// weyl: spin="the packaged SPIN has no X; the verdicts are those of equivalent claims"
byte x;

active proctype Turn() {
  do
  :: x = (x + 1) % 3
  od
}

ltl one { X (x == 1) }
ltl two { X X (x == 1) }
ltl follows { [] (x == 1 -> X (x == 2)) }
ltl stays { [] (x == 1 -> X (x == 1)) }
