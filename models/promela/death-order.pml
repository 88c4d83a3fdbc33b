// A process that is done cannot go while a younger one lives: Old stays until Young,
// which waits for good, is gone. _nr_pr is 3 for ever then; could Old go, both waits
// would end and the assertion would fail.
// weyl: verdict=holds full-states=3 full-transitions=2
proctype Old() {
  skip
}

proctype Young() {
end:
  _nr_pr == 2
}

init {
  atomic { run Old(); run Young() };
end:
  _nr_pr < 3;
  assert(false)
}
