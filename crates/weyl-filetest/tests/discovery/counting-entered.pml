// A jump leads into the loop.
// weyl: order=1
bool f[3], ok, g;
byte i;
active [3] proctype P() { do :: f[_pid] = !f[_pid] od }
active proctype R() {
  do
  :: atomic { ok = true; i = 0; do :: i < 3 -> inside: ok = ok && f[i]; i++ :: else -> break od; i = 0 }
  :: g -> goto inside
  :: g = !g
  od
}
