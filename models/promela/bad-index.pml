// An index out of range is an error at run time. SPIN reports it and then works on
// whatever lies there in memory.
// weyl: verdict=violated
// weyl: violated="run-time error"
// weyl: spin="after a bad index SPIN goes on with the memory behind the array"
byte a[3];

active proctype P() {
  byte i;
  do
  :: a[i] = i; i++
  :: i == 3 -> break
  od
}
