// Law 1: what is chosen before there are others has 16,384 combinations and seven sets of values.
// weyl: order=6
byte a, b, c, e, f, g, h, v;
byte d[3];

proctype P(byte me) {
  do
  :: d[me] = (a + b + c + e + f + g + h) % 3
  :: d[me] == 2 -> a = (a + 1) % 4
  od
}

init {
  select(a : 0 .. 3); select(b : 0 .. 3); select(c : 0 .. 3);
  if :: e = 0 :: e = 1 :: e = 2 :: e = 3 fi;
  for (v : 0 .. 0) { if :: f = 1 :: f = 2 :: f = v :: f = 3 fi };
  select(v : 0 .. 3); g = v;
  select(h : 0 .. 3);
  for (v : 0 .. 2) { run P(v) }
}
