// Accept labels of processes say nothing about a formula: `small` holds. SPIN finds the cycle along
// the formula and blames that.
// weyl: verdict=violated
// weyl: violated="acceptance cycles"
// weyl: spin="counts accept labels of processes along the formula"
byte x;

active proctype Loop() {
accept:
  do
  :: x = 1 - x
  od
}

ltl small { [] (x < 2) }
