// A token ring (after E. W. Dijkstra's self-stabilising ring, 1974) with six stations
// and counters modulo six: from any start the ring reaches a state with exactly one
// privilege and stays there. The start is chosen freely; the monitor asserts that
// there is always at least one privilege. Stabilisation itself is the ltl block.
// weyl: verdict=holds full-states=46657 full-transitions=248832
// weyl: options="--safety-only"
#define N 6
#define K 6
#define privileged(i) (i == 0 -> x[0] == x[N - 1] : x[i] != x[i - 1])
#define changes ((x[1] != x[0]) + (x[2] != x[1]) + (x[3] != x[2]) + (x[4] != x[3]) + (x[5] != x[4]))
#define privileges ((x[0] == x[5]) + changes)

byte x[N];
bool ready;

proctype Station(byte me) {
  do
  :: atomic {
       privileged(me) ->
       assert(privileges >= 1);
       if
       :: me == 0 -> x[0] = (x[0] + 1) % K
       :: else -> x[me] = x[me - 1]
       fi
     }
  od
}

init {
  byte i, v;
  atomic {
    for (i : 0 .. N - 1) { select (v : 0 .. 5); x[i] = v }
    for (i : 0 .. N - 1) { run Station(i) }
    i = 0;
    v = 0;
    ready = true
  }
}

ltl stabilises { <> [] (ready && privileges == 1) }
