// weyl: verdict=holds full-states=9 full-transitions=10
// A message that does not fit blocks.
chan c = [2] of { byte, byte }; byte want = 2, n;
active proctype P() { c!1,1; c!2,2 }
active proctype Q() { byte x; end: do :: c?eval(want),x -> n = x :: c?1,x -> want = 2 od }
