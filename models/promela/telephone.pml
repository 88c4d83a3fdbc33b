// A telephone exchange (after the basic call service of M. Calder and A. Miller,
// 2001): five subscribers who dial one another, hear ringing or the busy tone,
// talk, and hang up. Nobody is ever connected to two others, and a connection is
// seen from both ends.
// weyl: verdict=holds full-states=1459 full-transitions=14041
#define N 5
#define NONE 9
mtype = { idle, dialling, calling, busytone, ringing, talking };

mtype state[N] = idle;
byte partner[N] = NONE;

proctype Phone(byte me) {
  byte other;
  do
  :: atomic { state[me] == idle -> state[me] = dialling }
  :: atomic { state[me] == dialling -> state[me] = idle }
  :: atomic {
       state[me] == dialling ->
       select (other : 0 .. 4);
       if
       :: other == me || state[other] != idle -> state[me] = busytone
       :: else ->
          state[me] = calling;
          partner[me] = other;
          state[other] = ringing;
          partner[other] = me
       fi;
       other = 0
     }
  :: atomic { state[me] == busytone -> state[me] = idle }
  :: atomic {
       state[me] == ringing ->
       assert(state[partner[me]] == calling);
       state[me] = talking;
       state[partner[me]] = talking
     }
  :: atomic {
       state[me] == calling || state[me] == talking ->
       other = partner[me];
       assert(partner[other] == me);
       state[other] = (state[other] == talking -> busytone : idle);
       partner[other] = NONE;
       state[me] = idle;
       partner[me] = NONE;
       other = 0
     }
  od
}

init {
  atomic { run Phone(0); run Phone(1); run Phone(2); run Phone(3); run Phone(4) }
}
