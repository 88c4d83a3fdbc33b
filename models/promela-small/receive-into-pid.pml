// weyl: verdict=holds full-states=28 full-transitions=112
// weyl: spin="it leaves _pid out of the states that it stores"
// A receive into `_pid` takes any value, and `_pid` is that value from then on.
chan c = [1] of { byte }
bool was_itself, is_other

active [2] proctype P() {
	do
	:: c!7
	:: c?_pid
	:: d_step { _pid < 2 -> was_itself = true }
	:: d_step { _pid == 7 -> is_other = true }
	od
}
