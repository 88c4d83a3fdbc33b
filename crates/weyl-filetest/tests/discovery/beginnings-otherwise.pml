// Law 1: what an `else` leads to is among what is left behind.
// weyl: order=2
byte a, b, c, e, f, g, h, v;
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
  a = 1;
  if
  :: a == 0 -> skip
  :: else -> a = 3
  fi;
  for (v : 0 .. 2) { run P(v) }
}
