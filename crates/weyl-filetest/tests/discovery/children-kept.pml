// A parent keeps the number of its child.
// weyl: order=1
byte child[3];
proctype C() { skip }
active [3] proctype P() { child[_pid] = run C() ; assert(child[_pid] > 2) }
