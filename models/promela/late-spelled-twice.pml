// One sum names `r == n` twice, in two spellings; what it comes to depends on who was first, late.
// weyl: verdict=violated violated="r != 0" full-states=23414 full-transitions=46782
byte own = 2; byte r, n; byte noise;
active [2] proctype P() { atomic { n == 250 -> n = 251; own = _pid } }
active proctype R() {
  do :: n < 250 -> n++ :: n == 251 -> break od;
  r = own + (r == n) - (n == r);
  assert(r != 0)
}
active proctype Noise() { do :: noise < 22 -> noise++ :: else -> noise = 0 od }
