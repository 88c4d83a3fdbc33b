// Where both sides of a choice are possible nothing is decided: one of the elements is taken.
// weyl: order=1
bool f[3];
byte n, i;
active [3] proctype P() { do :: f[_pid] = !f[_pid] od }
active proctype R() {
  do
  :: atomic {
       n = 0; i = 0;
       do
       :: i < 3 -> if :: f[i] -> n = n + 1 :: n = 2 * n fi; i++
       :: else -> break
       od;
       i = 0
     }
  od
}
