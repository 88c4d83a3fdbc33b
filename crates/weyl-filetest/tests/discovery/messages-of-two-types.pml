// The same with a channel that can't change places with the others: the 1 is a number like others.
// weyl: order=6
chan hub = [1] of { byte, bit };
chan q[3] = [1] of { byte };

active proctype H() {
  byte i;
  do
  :: hub?i,_ -> q[i]!1
  od
}

proctype L(byte k) {
  byte x;
  do
  :: hub!k,0; q[k]?x
  od
}

init { atomic { run L(0); run L(1); run L(2) } }
