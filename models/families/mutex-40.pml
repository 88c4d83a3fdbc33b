// The simplest mutual exclusion for 40 processes (`models/promela/mutex-5.pml` with more of them): all of them are alike.
// weyl: order=815915283247897734345611269596115894272000000000
#ifndef N
#define N 40
#endif

bool taken;
byte critical;

active [N] proctype Process() {
  do
  :: skip;
     atomic { !taken -> taken = true; critical++; assert(critical == 1) };
     atomic { critical--; taken = false }
  od
}
