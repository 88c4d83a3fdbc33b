// Options that are d_steps are options like others.
// weyl: order=6
bool f[3], g;
active [3] proctype P() {
  do
  :: d_step { !f[_pid] -> f[_pid] = true; g = true }
  :: d_step { f[_pid] -> f[_pid] = false; g = false }
  od
}
active proctype Q() {
  do
  :: d_step { f[0] -> f[0] = false; g = false }
  :: d_step { f[1] -> f[1] = false; g = false }
  :: d_step { f[2] -> f[2] = false; g = false }
  od
}
