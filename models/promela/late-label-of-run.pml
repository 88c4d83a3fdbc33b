// As late-label.pml, with processes that are created, a remote variable beside the label, and the trap in a process that
// looks at both.
// weyl: verdict=violated violated="!x" full-states=24521 full-transitions=99471
byte c; bool x; byte noise;
proctype P(byte me) {
  byte turns;
  c == 200;
  do
  :: turns < 2 -> turns++; a: skip
  :: turns > 0 -> turns--; b: skip
  od
}
proctype M(byte one; byte two) {
  c == 200;
  do
  :: P[one]@a && P[two]:turns == 0 -> x = 1
  :: P[two]@b && P[one]:turns == 7 -> x = 1
  od
}
proctype C() { do :: c < 200 -> c++ :: else -> break od; assert(!x) }
proctype Noise() { do :: noise < 4 -> noise++ :: else -> noise = 0 od }
init { atomic { run P(1); run P(2); run M(1, 2); run C(); run Noise() } }
