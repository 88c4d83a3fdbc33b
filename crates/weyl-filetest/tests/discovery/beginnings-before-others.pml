// Law 1: nobody else is there yet, so what others write later is known, however much it might be.
// (S3, and a counter that nobody looks at afterwards goes round.)
// weyl: order=1200
byte a, b, c, e, f, g, h, v;
byte d[3];
byte go;

proctype P(byte me) {
  do
  :: d[me] = (b + c + e + f + g + h) % 3
  :: go = (go + 1) % 200
  :: a == 3 -> d[0] = 2
  od
}

init {
  select(b : 0 .. 3); select(c : 0 .. 3); select(e : 0 .. 3); select(f : 0 .. 3);
  select(g : 0 .. 3); select(h : 0 .. 3); select(v : 0 .. 3);
  if
  :: go == 1 -> a = 3
  :: else -> a = 1
  fi;
  atomic { run P(0); run P(1); run P(2) }
}
