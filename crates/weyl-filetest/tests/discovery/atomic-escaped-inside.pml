// An escape leads out between two assignments.
// weyl: order=1
bool f[3], g;
active [3] proctype P() { do :: f[_pid] = true :: f[_pid] -> g = !g od }
active proctype R() {
again:
  { skip; atomic { f[0] = 0; f[1] = 0; f[2] = 0 } } unless { g };
  goto again
}
