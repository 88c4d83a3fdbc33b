// Lamport's bakery (L. Lamport, 1974) for three processes. Tickets are bounded at
// MAX: a customer who would draw a larger one waits until the shop is empty, which
// keeps the model finite. Reads of the others' tickets are single steps, and the
// choosing flags are there for a reason: without them the assertion fails.
// weyl: verdict=holds full-states=699657 full-transitions=1967365
// weyl: slow
#define N 3
#define MAX 4

bool choosing[N];
byte ticket[N];
byte critical;

active [N] proctype Customer() {
  byte j, highest;
again:
  choosing[_pid] = true;
  highest = 0;
  j = 0;
  do
  :: j < N ->
     if
     :: ticket[j] > highest -> highest = ticket[j]
     :: else
     fi;
     j++
  :: else -> break
  od;
  if
  :: highest < MAX -> ticket[_pid] = highest + 1
  :: else -> choosing[_pid] = false; ticket[0] + ticket[1] + ticket[2] == 0; goto again
  fi;
  choosing[_pid] = false;
  j = 0;
  do
  :: j < N ->
     !choosing[j];
     (ticket[j] == 0 || ticket[j] > ticket[_pid] || (ticket[j] == ticket[_pid] && j >= _pid));
     j++
  :: else -> break
  od;
  critical++;
  assert(critical == 1);
  critical--;
  ticket[_pid] = 0;
  goto again
}
