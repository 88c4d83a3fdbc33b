// Law 5: processes end, and somebody asks whether one of them can go on: one that waits to be removed can, one that stays can't.
// weyl: order=1
byte x[2];
byte seen;
active [2] proctype P() { x[_pid] = 1 }
active proctype Q() { do :: x[0] == 1 && !enabled(0) -> seen = 1 od }
