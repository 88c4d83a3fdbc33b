// A formula asks whether the reader is inside of the loop.
// weyl: order=1
bool f[3], ok;
byte i;
active [3] proctype P() { do :: f[_pid] = !f[_pid] od }
active proctype R() {
  do
  :: atomic { ok = true; i = 0; do :: i < 3 -> inside: ok = ok && f[i]; i++ :: else -> break od; i = 0 }
  od
}
ltl never_inside { [] !(R@inside) }
