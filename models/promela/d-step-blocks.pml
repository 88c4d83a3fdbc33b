// A statement that blocks in the middle of a d_step is an error at run time. Its
// first statement alone may wait.
// weyl: verdict=violated
// weyl: violated="run-time error"
// weyl: spin="a block in a d_step ends the run of SPIN at once"
byte x, y;

active proctype Stuck() {
  d_step { y = 1; x == 1; y = 2 }
}

active proctype Other() {
  y = 3
}
