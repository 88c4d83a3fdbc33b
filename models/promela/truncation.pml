// Values are cut to the width of the variable at an assignment, at a send and when
// they become parameters; between them arithmetic has 32 bits. Division and
// remainder round towards zero.
// weyl: verdict=holds full-states=34 full-transitions=33
chan c = [1] of { byte, bit, short, int };
mtype = { one, two };

proctype Narrow(byte b; short s; bool t) {
  assert(b == 2 && s == 4464 && t == 1)
}

active proctype P() {
  short s = 70000;
  byte b;
  bit k;
  bool t;
  pid p;
  unsigned u : 3;
  int i;
  int j;
  mtype m;
  assert(s == 4464);
  s = 32768;
  assert(s == -32768);
  b = -1;
  assert(b == 255);
  b++;
  assert(b == 0);
  b--;
  assert(b == 255);
  k = 3;
  assert(k == 1);
  t = 2;
  assert(t == 0);
  p = 257;
  assert(p == 1);
  u = 13;
  assert(u == 5);
  i = 2147483647;
  i++;
  assert(i < 0);
  m = 258;
  assert(m == one);
  b = 200;
  assert(b + b == 400);
  assert(-7 / 2 == -3 && -7 % 2 == -1 && 7 / -2 == -3);
  assert((-8 >> 1) == -4 && (1 << 3) == 8 && (~0) == -1 && (6 ^ 3) == 5 && !5 == 0);
  c!300, 3, 70000, 70000;
  c?i, k, s, j;
  assert(i == 44 && k == 1 && s == 4464 && j == 70000);
  run Narrow(258, 70000, 3)
}
