// weyl: verdict=holds full-states=6 full-transitions=5
// `timeout` and `else` in two processes.
byte n;
active proctype P() { do :: n == 1 -> break :: timeout -> n = 1 od }
active proctype Q() { if :: n == 1 -> n = 2 :: else -> n = 3 fi; end: n == 9 }
