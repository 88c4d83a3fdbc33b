// The bounded retransmission protocol (L. Helmink, M. P. A. Sellink and F. W.
// Vaandrager, 1994) in small: a file of three frames, at most two repeats of each,
// channels that lose. The sender's verdict agrees with what was received: ok means
// all of it, not_ok means not all of it was confirmed.
// weyl: verdict=holds full-states=293 full-transitions=383
#define FRAMES 3
#define REPEATS 2
mtype = { ok, not_ok, dont_know, none };

chan forth = [1] of { byte, bit };
chan back = [1] of { bit };
mtype verdict = none;
byte received;

active proctype Sender() {
  byte frame, tries;
  bit seq;
  do
  :: frame < FRAMES ->
     tries = 0;
     do
     :: tries <= REPEATS ->
        if
        :: forth!frame, seq
        :: skip
        fi;
        tries++;
        if
        :: back?eval(seq) -> seq = 1 - seq; break
        :: timeout
        fi
     :: else -> goto failed
     od;
     frame++
  :: else -> break
  od;
  verdict = ok;
  assert(received == FRAMES);
  goto done;
failed:
  verdict = (frame == FRAMES - 1 -> dont_know : not_ok);
  assert(verdict == dont_know || received < FRAMES);
done:
  skip
}

active proctype Receiver() {
  byte frame;
  bit seq, wanted;
end:
  do
  :: forth?frame, seq ->
     if
     :: seq == wanted ->
        assert(frame == received);
        received++;
        wanted = 1 - wanted
     :: else
     fi;
     if
     :: back!seq
     :: skip
     fi
  od
}
