// Fairness matters only under an existential quantifier: on all runs, fair or not, x is 0 or 1, but
// a run on which x stays 0 for ever leaves out P[1], which can always act. Without fairness `stays`
// holds; with it no run is left that shows it.
// weyl: verdict=violated violated="stays" options="--fairness weak" full-states=4 full-transitions=8 spin="SPIN has no formulas of branching time"
bit x;
byte n;

active proctype Counter() { do :: n = 1 - n od }
active proctype Switch() { do :: x = 1 - x od }

ctl stays { EG (x == 0) }
ctl returns { AG EF (x == 0) }
