// A claim that accepts only because the last state of the run repeats.
// weyl: verdict=violated
// weyl: violated="never"
byte x;

active proctype Up() {
  x = 1;
  x = 2
}

never {
  do
  :: x < 2
  :: x == 2 -> goto accept_two
  od;
accept_two:
  do
  :: x == 2
  od
}
