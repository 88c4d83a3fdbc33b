// An assertion that fails on a way that comes back inside an atomic sequence: the way leads
// nowhere, but the assertion has failed.
// weyl: verdict=violated full-states=4 full-transitions=3
// weyl: violated="x == 0"
// weyl: spin="finds the violation, then goes round in the circle until its depth ends"
byte x;

active proctype P() {
  atomic {
    x = 1;
    do
    :: assert(x == 0)
    :: break
    od
  };
  x = 2
}
