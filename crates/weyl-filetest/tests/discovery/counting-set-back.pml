// What is read by a number that is not known may have been written on the way, and set back.
// weyl: order=1
bool f[2], t, n;
byte i;
bit k;
active [2] proctype P() { do :: f[_pid] = true :: f[_pid] = false :: k = _pid od }
active proctype R() {
  do
  :: d_step { for (i : 0 .. 0) { t = f[0]; f[0] = 1; n = f[k]; f[0] = t } t = 0; i = 0 };
     assert(!n)
  od
}
