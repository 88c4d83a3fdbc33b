// References to the control state and the local variables of other processes, with
// and without a number. A label that is no longer held by anybody reads as false,
// also after the process has died. The reader may come too late and wait for good.
// weyl: verdict=holds full-states=68 full-transitions=110
byte seen;

proctype Worker(byte id) {
  byte v;
start:
  v = id;
half:
  v = v + 10;
done:
  skip
}

proctype Reader() {
end:
  atomic { Worker[1]@half -> assert(Worker[1]:v == 1) };
end_late:
  atomic { Worker[2]@done -> assert(Worker[2]:v == 12) };
  seen = Worker[1]:v
}

init {
  atomic { run Worker(1); run Worker(2); run Reader() };
end:
  _nr_pr == 1;
  assert(!Worker[1]@half && !Worker[1]@done)
}
