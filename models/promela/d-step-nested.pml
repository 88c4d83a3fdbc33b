// A d_step inside a d_step is a block: nobody sees what is between its end and the end of the outer one.
// weyl: verdict=holds full-states=14 full-transitions=16
byte x, y;

active proctype P() {
  d_step {
    x++;
    d_step { x++; x++ };
    y = x
  };
  d_step { d_step { x == 3; x = 4 }; y = 1; if :: y == 1 -> d_step { x++; y = 2 } :: else fi; x++ }
}

active proctype Q() {
  do
  :: x == 1 -> y = 8
  :: x == 3 -> y = 9
  :: x == 5 -> y = 10
  :: x == 6 -> break
  od
}
