// Several formulas in one model: some hold, some do not, and one has no name.
// weyl: verdict=violated
// weyl: violated="below_three"
// weyl: violated="stays"
byte x;

active proctype Count() {
  do
  :: x < 3 -> x++
  :: x == 3 -> x = 0
  od
}

ltl bounded { [] (x <= 3) }
ltl below_three { [] (x < 3) }
ltl returns { [] (x == 3 -> <> (x == 0)) }
ltl stays { <> [] (x == 3) }
ltl { []<> (x == 2) }
