// An atomic sequence of a claim does not wait for the system: x is not 1 and 2 in one state.
// weyl: verdict=holds
byte x;

active proctype Up() {
  x = 1;
  x = 2
}

never {
  do
  :: atomic { x == 1 -> x == 2 } -> break
  :: true
  od
}
