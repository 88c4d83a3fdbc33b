// Both sides of a condition meet again: n is a sum, whatever the order of the turns.
// weyl: order=6
bool f[3];
byte n, i;
active [3] proctype P() { do :: f[_pid] = true :: f[_pid] = false od }
active proctype R() {
  do
  :: d_step {
       n = 0; i = 0;
       do
       :: i < 3 -> if :: f[i] -> n++ :: else -> skip fi; i++
       :: else -> break
       od
     };
     assert(n < 3)
  od
}
