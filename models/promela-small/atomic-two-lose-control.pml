// weyl: verdict=holds full-states=10 full-transitions=9
// Two interrupted sequences: each goes on alone when it can.
byte turn, n;
active [2] proctype P() { atomic { n++; turn == _pid -> n = n + 2; turn = 1 - turn; n = n * 2 } }
