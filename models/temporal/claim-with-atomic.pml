// An atomic sequence of a claim reads one state; this is the form that SPIN gives to formulas.
// weyl: verdict=violated
// weyl: violated="never"
byte x;

active proctype Up() {
  do
  :: x < 3 -> x++
  :: x > 0 -> x--
  od
}

never {
T0_init:
  do
  :: atomic { (!(x < 3)) -> assert(!(!(x < 3))) }
  :: (1) -> goto T0_init
  od
}
