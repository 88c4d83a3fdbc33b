// An escape leads out of the loop: before or behind f[1].
// weyl: order=1
bool f[3], ok;
byte i, seen;
active [3] proctype P() { do :: f[_pid] = !f[_pid] od }
active proctype R() {
  do
  :: { atomic { ok = true; for (i : 0 .. 2) { ok = ok && f[i] }; i = 0 } }
     unless { !ok -> seen = i; ok = true; i = 0 }
  od
}
