// A part of the sum is cut to one bit before it is added.
// weyl: order=2
bool f[3];
bit b;
byte n, i;
active [3] proctype P() { do :: f[_pid] = !f[_pid] od }
active proctype R() {
  do
  :: d_step { b = 0; for (i : 0 .. 1) { b = b + f[i] } n = n + b + f[2]; b = 0; i = 0 };
     assert(n != 200)
  od
}
