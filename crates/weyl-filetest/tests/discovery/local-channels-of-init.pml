// The textbook's way: `init` makes the channels and gives them to those who use them.
// weyl: order=2
proctype S(chan to) { end: do :: to!1 od }
proctype R(chan from) { byte x; end: do :: from?x od }
init { chan a = [1] of { byte }; chan b = [1] of { byte }; atomic { run S(a); run R(a); run S(b); run R(b) } }
