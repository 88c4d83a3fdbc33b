// Which one was the last shows the order.
// weyl: order=1
bool f[3];
byte last, i;
active [3] proctype P() { do :: f[_pid] = !f[_pid] od }
active proctype R() {
  do
  :: atomic {
       last = 7;
       for (i in f) { if :: f[i] -> last = i :: else -> skip fi }
       i = 0
     }
  od
}
