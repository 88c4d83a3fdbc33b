// A claim that can't follow the cycle through the accept label of the process.
// weyl: verdict=holds
byte x;

active proctype Loop() {
  do
  :: x < 3 -> x++
  :: x == 3 ->
accept:
     x = 0
  od
}

never {
  do
  :: x < 3
  od
}
