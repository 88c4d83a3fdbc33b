// `np_` in a claim: no process is at a progress label.
// weyl: verdict=violated
// weyl: violated="never"
// weyl: violated="non-progress cycles"
byte x;

active proctype Loop() {
  do
  :: x < 3 -> x++
  :: x == 3 ->
progress:
     x = 0
  :: x == 2 -> x = 1
  od
}

never {
  do
  :: np_ -> goto accept_stuck
  :: true
  od;
accept_stuck:
  do
  :: np_
  od
}
