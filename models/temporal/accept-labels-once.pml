// An accept label that every run leaves.
// weyl: verdict=holds
byte x;

active proctype Once() {
accept_first:
  x = 1;
  do
  :: x = 3 - x
  od
}
