// else is executable when no other option of its selection is. Where a selection is
// the first statement of an option of another one, the two are one list of options
// for SPIN: the inner else is not executable when an earlier outer option is. The
// last selection shows the order that makes the difference: the branch x = 3 is
// never taken at x == 0.
// weyl: verdict=holds full-states=15 full-transitions=14
byte x;

active proctype P() {
  do
  :: x < 3 -> x++
  :: else -> break
  od;
  if
  :: x == 9 -> x = 4
  :: else ->
     if
     :: x == 1 -> x = 2
     :: else -> x = 0
     fi
  fi;
  if
  :: x == 0 -> x = 4
  :: if
     :: x == 1 -> x = 2
     :: else -> x = 3
     fi
  fi;
  assert(x == 4)
}
