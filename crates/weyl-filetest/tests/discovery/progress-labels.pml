// Labels of progress are asked for, so that places stay where they are (a symmetry that is not claimed).
// weyl: order=1
bool f[2];
active proctype P() { do :: !f[0] -> progress_0: f[0] = true :: !f[1] -> progress_1: f[1] = true :: f[0] && f[1] -> f[0] = false :: f[0] && f[1] -> f[1] = false od }
