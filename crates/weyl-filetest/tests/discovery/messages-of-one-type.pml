// Channels of one type may change places, so what their messages hold belongs together: the 1 that
// is sent counts as the number of a process.
// weyl: order=2
chan hub = [1] of { byte };
chan q[3] = [1] of { byte };

active proctype H() {
  byte i;
  do
  :: hub?i -> q[i]!1
  od
}

proctype L(byte k) {
  byte x;
  do
  :: hub!k; q[k]?x
  od
}

init { atomic { run L(0); run L(1); run L(2) } }
