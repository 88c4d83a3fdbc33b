// An accept label that a process can come back to for ever.
// weyl: verdict=violated
// weyl: violated="acceptance cycles"
byte x;

active proctype Loop() {
  do
  :: x == 0 -> x = 1
  :: x == 1 ->
accept:
     x = 0
  od
}
