// A division by zero is an error at run time. It happens in two of the states that
// the loop visits; from the others it goes on.
// weyl: verdict=violated
// weyl: violated="run-time error"
// weyl: spin="SPIN crashes on a division by zero"
byte x, y = 6;

active proctype P() {
  do
  :: x = 3
  :: x = 0
  :: y = 6 / x
  od
}
