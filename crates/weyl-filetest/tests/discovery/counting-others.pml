// Each one looks at the others: which these are is known in each turn.
// weyl: order=6
bool f[3], free[3];
active [3] proctype P() {
  byte i;
  do
  :: f[_pid] = !f[_pid]
  :: atomic {
       free[_pid] = true; i = 0;
       do
       :: i < 3 -> if :: i != _pid && f[i] -> free[_pid] = false :: else -> skip fi; i++
       :: i >= 3 -> break
       od;
       i = 0
     }
  od
}
