// Two processes that are alike; each raises its flag once and takes it down again. No flag stays down for ever, so neither half of `one_stays` is true of
// a run in which both were up. Exchanging the processes exchanges the halves: a checker that uses that symmetry sees the flag of the
// first process only, and takes the formula for true (law 7: each atom has a colour of its own).
// weyl: verdict=violated
// weyl: violated="one_stays"
bool up[2];

active [2] proctype Flag() {
end:
  do
  :: up[_pid] = true; up[_pid] = false
  od
}

ltl one_stays { ([] !up[0]) || ([] !up[1]) }
ltl at_most_two { [] (up[0] + up[1] <= 2) }
