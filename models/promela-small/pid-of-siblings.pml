// weyl: verdict=holds full-states=79 full-transitions=200
// Process numbers and `_pid` with several proctypes.
byte a[5];
active [2] proctype P() { a[_pid] = _pid + 1 }
active proctype Q() { a[_pid] = 10 }
proctype R() { a[_pid] = 20 }
init { skip; run R(); a[_pid]++ }
