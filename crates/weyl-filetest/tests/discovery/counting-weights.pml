// What was before counts twice: no sum. (Without the assertions nobody sees by how much.)
// weyl: order=1
bool f[3];
byte n, i;
active [3] proctype P() { do :: f[_pid] = !f[_pid] od }
active proctype R() { do :: d_step { n = 0; for (i : 0 .. 2) { n = 2 * n + f[i] }; i = 0 }; assert(n != 4); assert(n != 6) od }
