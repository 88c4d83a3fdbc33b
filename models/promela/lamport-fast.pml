// Lamport's fast mutual exclusion (L. Lamport, 1987) for three processes: two gates x
// and y and a flag a process; without contention seven memory accesses are enough.
// weyl: verdict=holds full-states=147176 full-transitions=403332
#define N 3
#define FREE 9

byte x = FREE, y = FREE;
bool busy[N];
byte critical;

active [N] proctype Process() {
  byte j;
start:
  busy[_pid] = true;
  x = _pid;
  if
  :: y != FREE ->
     busy[_pid] = false;
     y == FREE;
     goto start
  :: else
  fi;
  y = _pid;
  if
  :: x != _pid ->
     busy[_pid] = false;
     j = 0;
     do
     :: j < N -> !busy[j]; j++
     :: else -> break
     od;
     if
     :: y != _pid -> y == FREE; goto start
     :: else
     fi
  :: else
  fi;
  critical++;
  assert(critical == 1);
  critical--;
  y = FREE;
  busy[_pid] = false;
  goto start
}
