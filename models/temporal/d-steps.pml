// A d_step is one step.
// weyl: verdict=violated
// weyl: violated="two_comes"
byte x, y;

active proctype Both() {
  do
  :: d_step { x = 1; y = 1; x = 0; y = 0 }
  :: d_step { x = 2; y = 2 }; x = 0; y = 0
  od
}

ltl equal_or_two { [] (x == y || y == 2) }
ltl no_one { [] (x != 1 && y != 1) }
ltl two_comes { <> (x == 2) }
