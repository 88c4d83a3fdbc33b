// No escape is tried at the join behind a selection or an `unless`, only at the statement behind it: the
// atomic sequence ends there first, so others see the state in between. At the exit of a loop it is tried.
// weyl: verdict=holds full-states=49 full-transitions=66
byte x, y;

active proctype P() {
  {
    atomic { x = 1; if :: x = 2 :: x = 3 fi };
    x = 4
  } unless { x == 2; y = 1 };
  {
    atomic { y = 2; { x = 5 } unless { x == 1 } };
    x = 6
  } unless { x == 5; y = 3 };
  {
    atomic { y = 4; do :: x = 7; break od };
    x = 8
  } unless { x == 7; y = 5 }
}

active proctype Q() {
  do
  :: x == 2 -> x = 9
  :: x == 5 -> x = 10
  :: x == 7 -> break
  :: timeout -> break
  od
}
