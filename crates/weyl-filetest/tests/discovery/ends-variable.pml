// The variable of a process that is gone is 0: that shows, and processes go in an order.
// weyl: order=1
bool f[3];
active [3] proctype P() { byte n = 1; f[_pid] = true; f[_pid] = false }
ltl seen { [] (P[0]:n == 1 || P[1]:n == 1 || P[2]:n == 1) }
