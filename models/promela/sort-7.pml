// A pipeline that sorts (after G. J. Holzmann's use of it as an example): each stage
// keeps the greatest number it has seen and passes the others on. The order of the
// numbers is fixed; the interleavings are what makes it large.
// weyl: verdict=holds full-states=1022751 full-transitions=5885527
// weyl: slow
#define N 7

chan result[N] = [2] of { byte };
byte ready;

proctype Stage(chan in; byte place) {
  byte mine, next, rest;
  in?mine;
  rest = place;
  do
  :: rest > 0 ->
     in?next;
     if
     :: next > mine -> result[place - 1]!mine; mine = next
     :: else -> result[place - 1]!next
     fi;
     rest--
  :: else -> break
  od;
  assert(mine == place + 1);
  ready++
}

proctype Source() {
  byte i, number;
  for (i : 0 .. N - 1) {
    number = 1 + (i * 3 + 4) % N;
    result[N - 1]!number
  }
}

init {
  byte i;
  atomic {
    for (i : 0 .. N - 1) { run Stage(result[i], i) }
    run Source();
    i = 0
  };
  ready == N
}
