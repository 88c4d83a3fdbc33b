// A rendezvous inside an atomic sequence hands control to the receiver: if the
// receive is itself in an atomic sequence the receiver runs on to its end first; if
// not, the sender has lost control and any process may run. Both cases are here,
// and order records who ran when.
// weyl: verdict=holds full-states=77 full-transitions=150
byte order[4];
byte next;
chan plain = [0] of { byte };
chan tied = [0] of { byte };

#define note(x) order[next] = x; next++

active proctype Sender() {
  atomic { tied!1; note(1); note(2) };
  assert(order[0] == 5);
  atomic { plain!2; next = 0; order[0] = 0 }
}

active proctype Receiver() {
  byte v;
  atomic { tied?v; note(5); v = 7 };
  plain?v;
  v = 8;
  v = 9
}

active proctype Bystander() {
  byte seen;
  seen = next;
  assert(seen != 2)
}
