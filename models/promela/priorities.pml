// Priorities are strict: a process moves only if no process of higher priority can.
// The one of middle priority never sees the low one at work; the high one sleeps
// until x == 3, lowers itself with set_priority and runs a child of its own priority. SPIN
// refuses rendezvous together with priorities.
// weyl: verdict=holds full-states=50 full-transitions=65
byte x, low_steps, seen;

active proctype High() priority 9 {
  x == 3;
  x = 4;
  set_priority(_pid, 1);
  assert(get_priority(_pid) == 1);
  x = 5;
  run Child() priority 7;
  assert(x == 6)
}

proctype Child() {
  x = 6
}

active proctype Middle() priority 5 {
  seen = low_steps;
  assert(low_steps == 0);
  x = 2;
  x = 3;
  seen = get_priority(0);
  assert(x != 3)
}

active proctype Low() priority 1 {
  low_steps++;
  low_steps++;
  assert(x >= 4)
}
