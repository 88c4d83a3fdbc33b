// accept and progress labels on two counters; the cycles they tell apart are a
// matter of liveness. The formulas name all the operators in words.
// weyl: verdict=holds full-states=130 full-transitions=274
// weyl: options="--safety-only"
byte x, y;

active proctype Left() {
accept_low:
  do
  :: x < 4 -> x++
  :: x == 4 -> progress: x = 0
  od
}

active proctype Right() {
  do
  :: y < 3 -> y++; assert(y <= 3)
  :: y > 0 && x > 0 -> y--
  od
}

ltl words { always ((x == 4) implies (eventually (x == 0))) }
ltl symbols { [] (x == 4 -> <> (x == 0)) && ((y <= 3) W (x == 9)) }
ltl until_and_release { ((x == 0) U (x == 1 || y == 1)) || ((y == 0) V (x <= 4)) }
