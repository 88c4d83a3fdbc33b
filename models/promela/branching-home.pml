// What a formula of linear time can't say: from wherever we are, whoever tries can still get in.
// (A. Emerson and P. Sistla, "Symmetry and model checking", 1996, check mutual exclusion.) A lock
// with a test and a set in one step; a process may leave the queue and come back.
// `reset` holds: some run frees the lock. `answered` is violated: nobody must let P[1] in.
// `some` holds: a run on which one process alone is critical again and again.
// weyl: verdict=violated violated="answered" full-states=20 full-transitions=48 spin="SPIN has no formulas of branching time"
byte owner = 9;

active [3] proctype P()
{
	do
	:: true ->
trying:		atomic { owner == 9 -> owner = _pid };
critical:	owner = 9
	od
}

ctl reset { AG EF (owner == 9) }
ctl answered { AG (P[1]@trying -> AF P[1]@critical) }
ctl some { E(G F (owner == 1)) && EF (owner == 2 && EX owner == 9) }
mu alternating { nu X. (mu Y. (owner == 0 || <> Y)) && [] X }
