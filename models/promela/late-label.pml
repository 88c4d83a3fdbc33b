// The label of one process lets something bad happen, that of the other does not: after 500 steps, in a state that a search finds
// after more than 10,000 others. The locations of processes that never end are no constants.
// weyl: verdict=violated violated="!x" full-states=27968 full-transitions=65596
byte c; bool busy; bool x; byte noise;
active [2] proctype P() {
  c == 250;
  atomic { !busy -> busy = 1 };
  do
  :: c == 251; a: skip
  :: c == 250; b: skip
  od
}
active proctype M() { c == 250; do :: P[0]@b -> x = 1 :: P[1]@a -> x = 1 od }
active proctype C() { do :: c < 250 -> c++ :: else -> break od; assert(!x) }
active proctype Noise() { do :: noise < 22 -> noise++ :: else -> noise = 0 od }
