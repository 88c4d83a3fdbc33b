// A never claim that can't go on loses interest in the run, and in what comes later.
// weyl: verdict=holds
byte x;

active proctype Up() {
  do
  :: x = (x + 1) % 4
  od
}

never {
  x == 0;
  x == 1;
  x == 3;
accept:
  do
  :: true
  od
}
