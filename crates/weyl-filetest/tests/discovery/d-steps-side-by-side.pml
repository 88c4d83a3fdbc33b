// Two d_steps, in each of which the first option that can be taken is taken.
// weyl: order=2
bool f[4];
active [4] proctype P() { do :: f[_pid] = true od }
active proctype Q() {
  do
  :: d_step { if :: f[0] -> f[0] = false :: f[1] -> f[1] = false fi }
  :: d_step { if :: f[2] -> f[2] = false :: f[3] -> f[3] = false fi }
  od
}
