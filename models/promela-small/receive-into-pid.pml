// weyl: verdict=violated states=64 transitions=216
// weyl: violated="_pid != 7"
// weyl: spin="it leaves _pid out of the states that it stores"
// A receive into `_pid` takes any value, and `_pid` is that value from then on.
chan c = [1] of { byte }
bool was_itself, is_other

active [2] proctype P() {
	do
	:: c!7
	:: c?_pid -> assert(_pid != 7)
	:: d_step { _pid < 2 -> was_itself = true }
	:: d_step { _pid == 7 -> is_other = true }
	od
}
