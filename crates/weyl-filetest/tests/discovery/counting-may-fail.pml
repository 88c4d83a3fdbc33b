// A condition that may fail is not left out, though both its sides are the same.
// weyl: order=1
byte d[3] = 1;
byte i;
active [3] proctype P() { do :: d[_pid] = 1 :: d[_pid] = 0 od }
active proctype R() {
  do
  :: atomic { for (i : 0 .. 0) { if :: 6 / d[i] > 2 -> skip :: else -> skip fi } i = 0 }
  od
}
