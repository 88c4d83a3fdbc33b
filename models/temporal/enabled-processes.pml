// Formulas that ask whether a process can move.
// weyl: verdict=violated
// weyl: violated="always_somebody"
byte x;

active proctype Opens() {
  x = 1;
end:
  x == 9
}

active proctype Passes() {
  x == 1 -> x = 2
}

ltl opened { <> enabled(1) }
ltl always_somebody { [] (enabled(0) || enabled(1)) }
ltl opener_rests { <> [] !enabled(0) }
