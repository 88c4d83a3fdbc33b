// Labels of progress at two places: the places go with each other, as long as nobody asks.
// weyl: order=2
bool f[2];
active proctype P() { do :: !f[0] -> progress_0: f[0] = true :: !f[1] -> progress_1: f[1] = true :: f[0] && f[1] -> f[0] = false :: f[0] && f[1] -> f[1] = false od }
