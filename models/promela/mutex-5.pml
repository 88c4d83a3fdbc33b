// The simplest mutual exclusion: five processes and one flag, taken in an atomic
// step. There are 32 states with nobody in the critical section, 5 * 16 with
// somebody there, and the one before the processes are created. With the symmetry
// of the processes, 12 remain.
// weyl: verdict=holds full-states=113 full-transitions=401
#define N 5

bool taken;
byte critical;

proctype Process() {
  do
  :: skip;
     atomic { !taken -> taken = true; critical++; assert(critical == 1) };
     atomic { critical--; taken = false }
  od
}

init {
  atomic { run Process(); run Process(); run Process(); run Process(); run Process() }
}
