// weyl: verdict=holds full-states=37 full-transitions=53
// `_last` is the process that moved before.
byte n;
active proctype A() { n = 1; n = 2; n = 3 }
active proctype B() { _last == 0 -> n = 10; n = 11 }
