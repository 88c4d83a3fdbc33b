// Every cycle passes a progress label.
// weyl: verdict=holds
byte x;

active proctype Loop() {
  do
  :: x < 3 -> x++
  :: x == 3 ->
progress_back:
     x = 0
  od
}
