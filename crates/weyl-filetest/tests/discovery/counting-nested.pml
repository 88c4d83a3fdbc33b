// A loop in a loop: how many pairs there are.
// weyl: order=6
bool f[3];
byte n, i, j;
active [3] proctype P() { do :: f[_pid] = !f[_pid] od }
active proctype R() {
  do
  :: d_step {
       n = 0;
       for (i in f) { for (j in f) { if :: f[i] && f[j] -> n++ :: else -> skip fi } }
       i = 0; j = 0
     }
  od
}
