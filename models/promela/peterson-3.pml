// Peterson's filter lock for n processes (G. L. Peterson, 1981), n = 3. A process
// climbs n - 1 levels; at each it waits while it was the last to arrive and
// another process is at its level or above. The wait reads the others' levels one
// by one, so the scan is not atomic. At most one process is in the critical
// section. The processes are symmetric in their numbers.
// weyl: verdict=holds full-states=51597 full-transitions=146377
#define N 3

byte level[N];
byte last[N];
byte critical;

proctype Process(byte me) {
  byte l, k;
  do
  :: for (l : 1 .. N - 1) {
       level[me] = l;
       last[l] = me;
       k = 0;
       do
       :: k < N ->
          if
          :: k == me || level[k] < l || last[l] != me -> k++
          fi
       :: else -> break
       od
     }
     critical++;
     assert(critical == 1);
     critical--;
     level[me] = 0
  od
}

init {
  byte i;
  atomic {
    for (i : 0 .. N - 1) { run Process(i) }
  }
}
