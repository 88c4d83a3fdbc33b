// Formulas about the last process and about where a process is; a claim is no process of its own.
// weyl: verdict=violated
// weyl: violated="both_move"
byte x;

active [2] proctype Step() {
  do
  :: x = 1 - x
  od
}

ltl both_move { []<> (_last == 0) && []<> (_last == 1) }
ltl known { [] (_last <= 1) }
ltl place { [] (pc_value(0) == pc_value(1)) }
