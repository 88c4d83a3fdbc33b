// weyl: verdict=holds full-states=21 full-transitions=32
// A process that receives its own number into `_pid`.
chan c[2] = [1] of { byte }

active [2] proctype P() {
	byte i = _pid;
	c[i]!_pid;
	c[i]?_pid;
	assert(_pid == i)
}
