// A run that ends outside of progress labels has no cycle.
// weyl: verdict=holds
byte x;

active proctype Loop() {
  do
  :: x < 3 -> x++
  :: x == 3 ->
progress_back:
     x = 0
  :: x == 2 -> break
  od
}
