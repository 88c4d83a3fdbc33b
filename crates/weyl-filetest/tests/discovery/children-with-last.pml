// `_last` shows the number of a child.
// weyl: order=1
byte n;
proctype C() { n++ }
active [3] proctype P() { run C(); n = n + _last }
