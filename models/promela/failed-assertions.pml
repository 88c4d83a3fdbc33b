// Three assertions, two of which fail. A failed assertion does not stop the run: the
// states behind it are reached as well.
// weyl: verdict=violated full-states=61 full-transitions=102 options="--keep-going"
// weyl: violated="x != 3"
// weyl: violated="x + y < 6"
byte x, y;

active proctype P() {
  do
  :: x < 4 -> x++; assert(x != 3)
  :: else -> break
  od;
  assert(x == 4)
}

active proctype Q() {
  y = 2;
  assert(x + y < 6)
}
