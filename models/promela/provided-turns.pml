// A provided clause is tested before each step of its process, within atomic
// sequences too, and for the step of its death: here two processes take turns by it,
// and the atomic sequence of the first loses control when it gives the turn away.
// Nobody gives it back at the end, so that the processes cannot even die.
// weyl: verdict=violated full-states=25 full-transitions=31
// weyl: violated="invalid end state"
byte turn;
byte log;

active proctype First() provided (turn == 0) {
  byte i;
  i = 1;
  atomic { i = 2; turn = 1; log = 1; i = 3 };
  turn = 1
}

active proctype Second() provided (turn == 1) {
  byte j;
  j = 1;
  assert(log == 0);
  turn = 0;
  j = 2
}

active proctype Third() {
  turn == 1;
  (log == 1);
  turn == 1 -> turn = 2
}
