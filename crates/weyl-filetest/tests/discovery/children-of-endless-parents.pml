// Parents that never end have their symmetry anyway; with their children it merges more.
// weyl: states=286 order=6
byte n;
bool f[3];
proctype C(byte i) { f[i] = true; n++; assert(n < 4) }
active [3] proctype P() { run C(_pid); end: f[_pid] -> f[_pid] = false; false }
