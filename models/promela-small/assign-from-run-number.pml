// weyl: verdict=holds full-states=47 full-transitions=65
// The number of a child as an index.
byte a[4], p;
proctype C() { a[_pid]++ }
init { p = run C(); a[p] = 5; p = run C(); a[p]++ }
