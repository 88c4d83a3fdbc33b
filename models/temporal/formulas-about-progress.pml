// `np_` in formulas.
// weyl: verdict=violated
// weyl: violated="none"
// weyl: violated="stops"
byte x;

active proctype Loop() {
  do
  :: x < 3 -> x++
  :: x == 3 ->
progress:
     x = 0
  od
}

ltl makes_progress { []<> !np_ }
ltl none { [] np_ }
ltl stops { <> [] np_ }
