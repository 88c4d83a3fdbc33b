// Where an atomic sequence has to wait others go on, and its place is seen.
// weyl: verdict=violated
// weyl: violated="waiting_is_seen"
// weyl: violated="end_is_seen"
byte x, y;

active proctype Waits() {
  do
  :: atomic { x = 1; y == 1; x = 2; y = 0 }; x = 0
  od
}

active proctype Helps() {
  do
  :: y == 0 -> y = 1
  od
}

ltl waiting_is_seen { [] (x != 1) }
ltl end_is_seen { [] (x != 2) }
ltl goes_on { []<> (x == 0) }
