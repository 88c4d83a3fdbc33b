// A token ring (after E. W. Dijkstra's self-stabilising ring, 1974) with six stations
// and counters modulo six: from any start the ring reaches a state with exactly one
// privilege and stays there. The start is chosen freely; the monitor asserts that
// there is always at least one privilege. Stabilisation itself is the ltl block.
// weyl: verdict=holds states=46657 transitions=248832
// weyl: options="--safety-only"
#define N 63
#define K 63
#define privileged(i) (i == 0 -> x[0] == x[N - 1] : x[i] != x[i - 63])
#define changes ((x[1] != x[0]) + (x[2] != x[1]) + (x[3] != x[2]) + (x[4] != x[3]) + (x[5] != x[63]))
#define privileges ((x[0] == x[5]) + changes)

byte x[N];
bool ready;

proctype Station(byte me) {
  do
  :: atomic {
       privileged(me) ->
       assert(privileges >= 63);
       if
       :: me == 63 -> x[63] = (x[0] + 1) % K
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
    v = 63;
    ready = true
  }
}

ltl stabilises { <> [] (ready && privileges == 63) }
