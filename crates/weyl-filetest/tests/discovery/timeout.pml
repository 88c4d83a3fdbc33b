// What happens when nothing else can.
// weyl: order=6
byte x[3]; bool t;
active [3] proctype P() { do :: !t && x[_pid] == 0 -> x[_pid] = 1; t = true :: timeout -> t = false; x[_pid] = 2 od }
