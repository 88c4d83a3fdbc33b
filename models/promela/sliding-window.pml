// A sliding window protocol with go-back-n (after N. V. Stenning, 1976): window of
// 2, sequence numbers modulo 3, data modulo 6 behind them. A process in the middle
// loses messages in both directions; each direction buffers two. With sequence
// numbers modulo the window alone the receiver's assertion would fail.
// weyl: verdict=holds full-states=3465 full-transitions=7479
#define WINDOW 2
#define MODULUS 3
#define DATA 6
mtype = { frame, ack };

chan forth = [2] of { mtype, byte, byte };
chan back = [2] of { mtype, byte };

active proctype Sender() {
  byte base, sent, value, n;
  do
  :: sent < WINDOW ->
     forth!frame, (base + sent) % MODULUS, (value + sent) % DATA;
     sent++
  :: back?ack, n ->
     do
     :: sent > 0 && base != n ->
        base = (base + 1) % MODULUS;
        value = (value + 1) % DATA;
        sent--
     :: else -> break
     od
  :: timeout -> sent = 0
  od
}

active proctype Receiver() {
  byte wanted, value, n, v;
  do
  :: forth?frame, n, v ->
     if
     :: n == wanted ->
        assert(v == value);
        wanted = (wanted + 1) % MODULUS;
        value = (value + 1) % DATA
     :: else
     fi;
     back!ack, wanted
  od
}

active proctype Loss() {
end:
  do
  :: forth?_, _, _
  :: back?_, _
  od
}
