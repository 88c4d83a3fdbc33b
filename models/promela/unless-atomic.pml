// An escape can break into an atomic sequence between two of its statements: the
// guard x == 2 becomes true inside the sequence, and x never gets to be 3. A d_step,
// which is one statement, cannot be broken into.
// weyl: verdict=holds full-states=21 full-transitions=32
byte x, y;

active proctype Atomic() {
  { atomic { x = 1; x = 2; x = 3 }; x = 4 } unless { x == 2 -> x = 9 };
  assert(x == 9)
}

active proctype Step() {
  { d_step { y = 1; y = 2; y = 3 }; y = 4 } unless { y == 2 -> y = 9 };
  assert(y == 4)
}
