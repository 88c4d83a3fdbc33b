// Runs that end repeat their last state for ever: what is eventually true must be so before.
// weyl: verdict=violated
// weyl: violated="reaches_four"
// weyl: violated="again"
byte x;

active proctype Count() {
  do
  :: x < 4 -> x++
  :: x > 1 -> break
  od
}

ltl reaches_four { <> (x == 4) }
ltl reaches_two { <> (x == 2) }
ltl rests { <> [] (x > 1) }
ltl again { []<> (x == 0) }
