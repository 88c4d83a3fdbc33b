// A process that waits at a progress label makes progress for all, whoever moves.
// weyl: verdict=holds
byte x;

active proctype Waits() {
end:
progress:
  x == 7
}

active proctype Moves() {
  do
  :: x = 1 - x
  od
}
