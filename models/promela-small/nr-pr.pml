// weyl: verdict=holds full-states=12 full-transitions=13
// `_nr_pr` counts living processes.
byte n;
proctype C() { skip }
active proctype P() { run C(); n = _nr_pr; _nr_pr == 1 -> n = 9 }
