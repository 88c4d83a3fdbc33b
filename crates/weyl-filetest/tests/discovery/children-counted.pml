// Somebody looks at how many processes there are.
// weyl: order=1
byte most;
proctype C() { skip }
active [3] proctype P() { run C(); if :: _nr_pr > 5 -> most = _nr_pr :: else fi }
