// np_ is true where no process is at a progress label; it may be used in a never
// claim alone, where enabled belongs too. The claim is not part of the
// safety check.
// weyl: verdict=holds full-states=32 full-transitions=50
// weyl: options="--safety-only"
byte x;

active proctype Loop() {
  do
  :: x < 3 -> x++
  :: x == 3 ->
progress:
     x = 0
  od
}

active proctype Idle() {
end:
  x == 2;
  skip
}

never {
  do
  :: np_ && enabled(0) -> goto accept_stuck
  :: true
  od;
accept_stuck:
  do
  :: np_
  od
}
