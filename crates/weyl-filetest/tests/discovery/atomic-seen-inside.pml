// Somebody asks whether a process is between two assignments of an atomic sequence.
// weyl: order=1
bool f[3], g;
active [3] proctype P() { do :: f[_pid] = true :: f[_pid] -> g = !g od }
active proctype R() { do :: atomic { f[0] = 0; inside: f[1] = 0; f[2] = 0 } od }
active proctype W() { do :: R@inside -> g = true od }
