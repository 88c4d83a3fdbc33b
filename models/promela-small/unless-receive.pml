// weyl: verdict=holds full-states=23 full-transitions=33
// The escape is a receive.
chan c = [1] of { byte }; byte n;
active proctype P() { byte x; { n = 1; n = 2; n = 3; n == 9 } unless { c?x -> n = x } }
active proctype Q() { c!7 }
