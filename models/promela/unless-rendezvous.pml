// Escapes and rendezvous. The receive of a main sequence accepts a message although
// the escape is enabled too, because the escape is not tried in the middle of a
// handshake; an escape that is itself a receive interrupts the main sequence when a
// sender is there. Both senders may be left waiting, which the end labels allow.
// weyl: verdict=holds full-states=160 full-transitions=226
chan c = [0] of { byte };
chan stop = [0] of { bit };
byte y, got;

active proctype Receiver() {
  byte v;
  { c?v; got = v; v = 3 } unless { y == 1 -> v = 8 };
  { do :: v < 10 -> v++ :: else -> v = 0 od } unless { stop?_ };
  assert(v <= 10)
}

active proctype Sender() {
  y = 1;
end:
  c!1
}

active proctype Stopper() {
  stop!1
}
