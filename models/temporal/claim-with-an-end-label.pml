// An `end` label of a claim is an end of it.
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
  :: x < 2
  :: x == 2 -> goto end_two
  od;
end_two:
  do
  :: x == 9
  od
}
