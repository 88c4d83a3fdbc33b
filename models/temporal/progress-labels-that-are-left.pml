// Progress that ends: one process has gone, the other goes on without.
// weyl: verdict=violated
// weyl: violated="non-progress cycles"
byte x;

active proctype Leaves() {
progress:
  skip
}

active proctype Moves() {
  do
  :: x = 1 - x
  od
}
