// An escape is possible in one turn of the loop.
// weyl: order=1
bool f[3], ok;
byte i;
active [3] proctype P() { do :: f[_pid] = !f[_pid] od }
active proctype R() {
  do
  :: { atomic { ok = true; for (i : 0 .. 2) { ok = ok && f[i] } i = 0 } }
     unless { i == 1 -> ok = false; i = 0 };
     assert(ok || !ok)
  od
}
