// One channel is for one sender only, and one is emptied.
// weyl: order=1
// weyl: because="q[0]?1"
chan q[2] = [1] of {byte};
active [2] proctype R() { do :: q[_pid]?1 od }
active proctype S() { xs q[0]; do :: q[0]!1 :: q[1]!1 od }
active proctype T() { do :: full(q[0]) && full(q[1]) -> q[0]?1 od }
