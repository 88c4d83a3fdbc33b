// The dining philosophers (E. W. Dijkstra, 1965), four alike: each takes the fork
// on its left, then the one on its right. When all hold the left one, nobody moves:
// an invalid end state. The shortest way there has four steps after the start.
// weyl: verdict=violated full-states=118 full-transitions=340
// weyl: violated="invalid end state"
#define N 4

bool taken[N];

active [N] proctype Philosopher() {
  do
  :: atomic { !taken[_pid] -> taken[_pid] = true };
     atomic { !taken[(_pid + 1) % N] -> taken[(_pid + 1) % N] = true };
     taken[(_pid + 1) % N] = false;
     taken[_pid] = false
  od
}
