// Where declarations take effect: those at the head of a process when it is created,
// in the order of the text and with the values of that moment; those after a
// statement or in an inner block as a step of their own, each time they are passed.
// weyl: verdict=holds full-states=104 full-transitions=174
byte g = 3;

active proctype Early() {
  byte a = g;
  byte b = a + 1;
  g = 7;
  byte c = g;
  assert(a == 3 && b == 4 && c == 7)
}

proctype Late(byte p) {
  byte a = g + p;
  byte n;
  do
  :: n < 2 ->
     byte fresh;
     fresh++;
     assert(fresh == 1);
     n++
  :: else -> break
  od;
  assert(a == 4 || a == 8)
}

init {
  run Late(1)
}
