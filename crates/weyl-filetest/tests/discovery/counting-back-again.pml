// The loop comes to its choice a second time, and it is not known which way it goes then.
// weyl: order=1
bool f[3];
byte i, n;
active [3] proctype P() { do :: f[_pid] = !f[_pid] od }
active proctype R() {
  do
  :: atomic { i = 0; do :: i == 0 -> i = 1 + f[0] :: i != 0 -> n = 2 * f[1]; break od; i = 0 };
     assert(n != 2)
  od
}
