// Nobody looks between the steps of an atomic sequence.
// weyl: verdict=violated
// weyl: violated="seen_behind"
byte x;

active proctype Both() {
  do
  :: atomic { x = 1; x = 2; x = 0 }
  :: atomic { x = 3; x = 4 }; x = 0
  od
}

ltl hidden_between { [] (x != 1 && x != 2 && x != 3) }
ltl seen_behind { [] (x != 4) }
ltl back { [] (x == 4 -> <> (x == 0)) }
