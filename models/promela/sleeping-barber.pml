// The sleeping barber (E. W. Dijkstra, 1965) with a bug: a customer tests for a free
// chair and sits down in two steps, so that more may sit than there are chairs.
// weyl: verdict=violated full-states=496 full-transitions=1968
// weyl: violated="waiting <= CHAIRS"
#define CHAIRS 2

byte waiting;
bool called;

active [4] proctype Customer() {
  do
  :: if
     :: waiting < CHAIRS ->
        waiting++;
        assert(waiting <= CHAIRS);
        atomic { called -> called = false }
     :: else
     fi
  od
}

active proctype Barber() {
  do
  :: atomic { waiting > 0 && !called -> waiting--; called = true }
  od
}
