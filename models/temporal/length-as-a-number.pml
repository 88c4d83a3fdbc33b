// A variable that is compared with the length of a channel holds a number: its values can't change places.
// weyl: verdict=violated
// weyl: violated="some_length"
byte g;
chan q = [2] of { bit };

active proctype P() {
  if
  :: g = 0
  :: g = 1
  fi;
end:
  len(q) != g
}

ltl some_length { <> (g == 1) }
ltl few { [] (g < 2) }
