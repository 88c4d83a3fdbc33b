// In its first turn the loop may go another way, though the first one is open, too.
// weyl: order=1
bool f[3], ok;
byte i;
active [3] proctype P() { do :: f[_pid] = true :: f[_pid] = false od }
active proctype R() {
  do
  :: atomic {
       ok = true; i = 0;
       do
       :: i < 3 -> if :: ok = ok && f[i] :: i == 0 -> ok = true fi; i++
       :: else -> break
       od;
       i = 0
     }
  od
}
