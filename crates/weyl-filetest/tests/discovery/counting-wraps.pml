// A sum that begins with what was before and wraps is still a sum.
// weyl: order=6
bool f[3];
byte n = 250, i;
active [3] proctype P() { do :: f[_pid] = !f[_pid] od }
active proctype R() {
  do
  :: d_step { for (i in f) { if :: f[i] -> n = n + 1 :: else -> skip fi } i = 0 }
  :: n < 3 -> n = 250
  od
}
