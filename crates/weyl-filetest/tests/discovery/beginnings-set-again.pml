// Law 1: what nobody else has seen is gone when it is set again.
// weyl: order=6
short a; byte b, c, e, f, g, h, v;
byte d[3];

proctype P(byte me) {
  do
  :: d[me] = (b + c + e + f + g + h) % 3
  :: a == 3 -> d[0] = 2
  od
}

init {
  select(b : 0 .. 3); select(c : 0 .. 3); select(e : 0 .. 3); select(f : 0 .. 3);
  select(g : 0 .. 3); select(h : 0 .. 3); select(v : 0 .. 3);
  a = b * 300 + c * 60 + e; a = 1;
  for (v : 0 .. 2) { run P(v) }
}
