// A cycle that passes no progress label.
// weyl: verdict=violated
// weyl: violated="non-progress cycles"
byte x;

active proctype Loop() {
  do
  :: x < 3 -> x++
  :: x == 3 ->
progress_back:
     x = 0
  :: x == 2 -> x = 1
  od
}
