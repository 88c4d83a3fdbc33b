// A label that is not the end can't tell whether a process at its end is still there.
// weyl: order=6
bool f[3];
active [3] proctype P() { f[_pid] = true; L: f[_pid] = false }
ltl apart { [] !(P[0]@L && P[1]@L && P[2]@L) }
