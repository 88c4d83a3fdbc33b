// c!!m puts a message before the first one that is greater, field by field; equal
// ones keep their order of arrival. Two senders mix sorted sends, so that the channel
// is sorted whatever the order, and the receiver asserts just that.
// weyl: verdict=holds full-states=58 full-transitions=66
chan c = [6] of { byte, byte };

active [2] proctype Sender() {
  c!!3, _pid;
  c!!1, 5 - _pid;
  c!!2, _pid
}

active proctype Receiver() {
  byte n, a, b, last_a, last_b;
  len(c) == 6;
  for (n : 1 .. 6) {
    c?a, b;
    assert(a > last_a || (a == last_a && b >= last_b));
    last_a = a;
    last_b = b
  }
}
