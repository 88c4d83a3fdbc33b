// A token in a ring of 200 processes: rotations, no reflections.
// weyl: order=200
#define N 200

chan c[N] = [1] of { bit };

proctype Process(chan in, out) {
  bit token;
  do
  :: in?token -> out!token
  od
}

init {
  byte i;
  atomic {
    for (i : 0 .. N - 2) { run Process(c[i], c[i + 1]) }
    run Process(c[N - 1], c[0]);
    c[0]!1;
    i = 0
  }
}
