// Inside of a d_step the first option that can be taken is taken.
// weyl: order=1
bool f[3], g;
active [3] proctype P() { do :: f[_pid] = true od }
active proctype Q() {
  do
  :: d_step {
       if
       :: f[0] -> f[0] = false
       :: f[1] -> f[1] = false
       :: f[2] -> f[2] = false
       fi;
       g = true
     }
  od
}
