// Law 1: one of the values that may be chosen has to do with one process alone.
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
  select(b : 0 .. 3); select(c : 0 .. 3);
  if :: e = 0 :: e = 1 :: e = 2 :: e = 3 fi;
  for (v : 0 .. 0) { if :: f = 1 :: f = 2 :: f = v :: f = 3 fi };
  select(v : 0 .. 3); g = v;
  select(h : 0 .. 3);
  select(v : 0 .. 3); a = v;
  for (v : 0 .. 2) { run P(v) }
}
