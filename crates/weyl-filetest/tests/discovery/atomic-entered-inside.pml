// A jump leads between two assignments of an atomic sequence.
// weyl: order=2
bool f[3], g;
active [3] proctype P() { do :: f[_pid] = true od }
active proctype R() {
  do
  :: atomic { f[0] = 0; inside: f[1] = 0; f[2] = 0 }
  :: g -> goto inside
  :: g = !g
  od
}
