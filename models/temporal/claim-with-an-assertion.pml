// An assertion of a claim is violated where the claim meets it.
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
  :: x < 3
  :: x == 3 -> assert(x == 3)
  od
}
