// A never claim that comes to its closing brace: x is 1 and then 2.
// weyl: verdict=violated
// weyl: violated="never"
byte x;

active proctype Up() {
  do
  :: x = (x + 1) % 4
  od
}

never {
  do
  :: x == 1 -> break
  :: else
  od;
  x == 2
}
