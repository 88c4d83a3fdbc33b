// weyl: verdict=holds full-states=10 full-transitions=11
// A channel is sent through another one.
chan out = [1] of { chan }; byte n;
active proctype A() { chan own = [1] of { byte }; out!own; own?n; n++ }
active proctype B() { chan got; out?got; got!5 }
