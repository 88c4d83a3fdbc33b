// Several `skip`s in a row: in an option only the first counts, unless the last one ends the option; inside a
// block or an atomic sequence, and outside of options, all of them do. A label makes it a statement like others.
// weyl: verdict=holds full-states=100 full-transitions=111
byte x;
active proctype P() {
  skip; skip; x = 1;
  do
  :: x < 6 -> x++
  :: break
  od;
  if
  :: x == 1 -> skip; skip; skip; x = 2; skip; skip; x = 3; skip; skip
  :: skip; skip; x = 4; skip; 1; true; x = 5
  :: { skip; skip; x = 6 }
  :: x == 2 -> { skip; skip; x = 7 }; skip; skip; x = 8
  :: x == 3 -> skip; L: skip; skip; x = 9
  :: x == 3 -> atomic { skip; skip; x = 10; skip; skip; skip }
  :: x == 4 -> skip; skip; if :: skip; skip; skip :: x == 11 fi
  :: x == 4 -> skip; skip; do :: skip; skip; skip :: x == 11 -> break od
  :: x == 5 -> skip; skip; goto L
  :: x == 5 -> skip; skip; M: x = 12
  fi;
  skip; skip
}
