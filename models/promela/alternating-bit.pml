// The alternating bit protocol (K. A. Bartlett, R. A. Scantlebury and P. T.
// Wilkinson, 1969). The channels lose messages: each sender drops what it likes.
// The data counts modulo 4, so that loss, repetition and reordering all show at the
// receiver's assertion. timeout is what makes the sender repeat.
// weyl: verdict=holds full-states=77 full-transitions=92
#define LIMIT 4
mtype = { data, ack };

chan forth = [2] of { mtype, byte, bit };
chan back = [2] of { mtype, bit };

active proctype Sender() {
  byte value;
  bit seq, got;
  do
  :: if
     :: forth!data, value, seq
     :: skip
     fi;
     if
     :: back?ack, got ->
        if
        :: got == seq -> seq = 1 - seq; value = (value + 1) % LIMIT
        :: else
        fi
     :: timeout
     fi
  od
}

active proctype Receiver() {
  byte value, wanted;
  bit seq, next;
  do
  :: forth?data, value, seq ->
     if
     :: seq == next ->
        assert(value == wanted);
        wanted = (wanted + 1) % LIMIT;
        next = 1 - next
     :: else
     fi;
     if
     :: back!ack, seq
     :: skip
     fi
  od
}
