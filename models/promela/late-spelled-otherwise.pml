// As late-spelled-twice.pml, with other operators in other places: conjunctions, disjunctions, inequalities, inside a difference
// and an exclusive or.
// weyl: verdict=violated violated="r != 9" full-states=23552 full-transitions=47058
byte own = 2; byte r, n; bool a, b; byte noise;
active [2] proctype P() { atomic { n == 250 -> n = 251; own = _pid } }
active proctype R() {
  do :: n < 250 -> n++ :: n == 251 -> break od;
  r = ((own + (a && b)) - (b && a)) ^ ((a || n != r) - (r != n || a));
  if :: r == 1 -> r = 9 :: else fi;
  assert(r != 9)
}
active proctype Noise() { do :: noise < 22 -> noise++ :: else -> noise = 0 od }
