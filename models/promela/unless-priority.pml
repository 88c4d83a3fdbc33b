// The escape of an unless is tried before each statement of the main sequence and
// has priority over it; in nested unlesses the outermost escape comes first. Were the
// choice free, the two assertions could fail.
// weyl: verdict=holds full-states=82 full-transitions=130
byte level, x;

active proctype Guarded() {
  {
    { do :: x < 3 -> x++ :: x == 3 -> x = 0 od } unless { level >= 1 -> assert(level == 1); x = 10 }
  } unless { level == 2 -> assert(level == 2); x = 20 };
  assert(x == 10 || x == 20)
}

active proctype Interrupt() {
  if
  :: level = 1
  :: level = 2
  fi
}
