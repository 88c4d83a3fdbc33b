// Processes that create processes: each child moves with its parent, whoever is first.
// weyl: order=6
bool f[3];
proctype C(byte i) { f[i] = true }
active [3] proctype P() { run C(_pid); do :: f[_pid] -> f[_pid] = false od }
