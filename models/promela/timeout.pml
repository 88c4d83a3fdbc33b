// timeout is true when no statement of any process is executable, and only then: the
// counter cannot be reset before both workers have stopped. The watchdog wakes them
// three times.
// weyl: verdict=holds full-states=27 full-transitions=42
byte work, woken;

active [2] proctype Worker() {
end:
  do
  :: atomic { work < 2 -> work++ }
  od
}

active proctype Watchdog() {
  do
  :: timeout -> assert(work == 2); woken++; work = 0
  :: woken == 3 -> break
  od
}
