// Leader election in a unidirectional ring (E. Chang and R. Roberts, 1979): a
// process passes on identities greater than its own and drops smaller ones; the one
// that sees its own identity again is the leader. Each process has one incoming
// channel, handed over as a parameter. Exactly one leader, and it is the greatest.
// weyl: verdict=holds full-states=787 full-transitions=2136
// weyl: options="--safety-only"
#define N 4
mtype = { candidate, elected };

chan link[N] = [2] of { mtype, byte };
byte leaders;
byte chosen[N];

proctype Node(chan in, out; byte id) {
  byte n, known;
  mtype kind;
  out!candidate, id;
  do
  :: in?candidate, n ->
     if
     :: n > id -> out!candidate, n
     :: n < id -> skip
     :: n == id -> leaders++; known = id; assert(leaders == 1); out!elected, id
     fi
  :: in?elected, n ->
     known = n;
     if
     :: n != id -> out!elected, n
     :: else
     fi;
     break
  od;
  chosen[_pid - 1] = known;
  assert(known == N)
}

init {
  atomic {
    run Node(link[0], link[1], 2);
    run Node(link[1], link[2], 4);
    run Node(link[2], link[3], 1);
    run Node(link[3], link[0], 3)
  }
}

ltl one_leader { <> [] (leaders == 1) }
