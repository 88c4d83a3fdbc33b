// A d_step may begin with the receive of a rendezvous: sender and receiver meet and
// the receiver's whole sequence runs in the same step.
// weyl: verdict=holds full-states=24 full-transitions=52
chan c = [0] of { byte };
byte total;

active [3] proctype Sender() {
  c!_pid + 1
}

active proctype Adder() {
  byte v;
end:
  do
  :: d_step { c?v; total = total + v; v = 0 }
  od
}

active proctype Monitor() {
  assert(total == 0 || total == 1 || total == 2 || total == 3 || total == 4 || total == 5 || total == 6)
}
