// The dining philosophers (E. W. Dijkstra, 1965), five of them; the last picks up
// its forks in the other order, so there is no deadlock. Forks are channels of one
// message, an idiom of the language: to take is to receive, to lay down is to send.
// weyl: verdict=holds full-states=820 full-transitions=2518
#define N 5

chan fork[N] = [1] of { bit };
byte eating;

proctype Philosopher(chan first, second) {
  do
  :: first?_;
     second?_;
     eating++;
     assert(eating <= N / 2);
     eating--;
     second!1;
     first!1
  od
}

init {
  byte i;
  atomic {
    for (i : 0 .. N - 1) { fork[i]!1 }
    for (i : 0 .. N - 2) { run Philosopher(fork[i], fork[i + 1]) }
    run Philosopher(fork[0], fork[N - 1])
  }
}
