// There are at most 255 processes. The run that would make one more returns 0 and
// is not executable; the one after the last that fits is number 254.
// weyl: verdict=violated violated="run-time error"
// weyl: spin="SPIN stops with: too many processes"
byte n;

proctype Sleeper() {
end:
  false
}

init {
  pid p;
  do
  :: n < 254 -> p = run Sleeper(); n++
  :: else -> break
  od;
  assert(p == 254 && _nr_pr == 255);
  if
  :: run Sleeper() -> assert(false)
  :: n = 0
  fi
}
