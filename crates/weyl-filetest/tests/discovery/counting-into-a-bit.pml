// A sum that is cut to one bit in each turn.
// weyl: order=6
bool f[3], odd;
byte i;
active [3] proctype P() { do :: f[_pid] = !f[_pid] od }
active proctype R() { do :: d_step { odd = 0; for (i in f) { odd = odd + f[i] } i = 0 }; assert(!odd) od }
