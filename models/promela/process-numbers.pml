// Processes get the lowest free number and can die only in the reverse order of
// their creation; a dead number is used again. Numbers of active processes follow the
// order of the text, init among them. The child that outlives its younger sister
// keeps its number.
// weyl: verdict=holds full-states=429 full-transitions=1301
byte last_pid;
byte deaths;

active proctype First() {
  assert(_pid == 0)
}

proctype Child(byte expected) {
  assert(_pid == expected);
  last_pid = _pid
}

init {
  byte p, q;
  assert(_pid == 1);
  _nr_pr == 4;
  atomic { p = run Child(4); q = run Child(5) };
  assert(p == 4 && q == 5);
  _nr_pr == 4;
  p = run Child(4);
  assert(p == 4);
  _nr_pr == 4;
  deaths = 3
}

active [2] proctype Waiting() {
  assert(_pid == 2 || _pid == 3);
end:
  deaths == 3
}
