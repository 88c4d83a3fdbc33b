// An atomic sequence that blocks in the middle loses control there: others run, and
// it goes on, atomic again, when its statement is executable. Were the whole
// sequence indivisible, the process Other could never run between x = 1 and x = 3,
// and the last assertion would hold.
// weyl: verdict=violated full-states=28 full-transitions=38
// weyl: violated="seen != 1"
byte x, go, seen;

active proctype Sequence() {
  atomic { x = 1; go == 1; x = 2; x = 3 };
  assert(x == 3)
}

active proctype Other() {
  seen = x;
  go = 1;
  assert(seen != 1)
}
