// Law 5: processes may have ended before the last one is created, and that one may get the number
// of another; nobody looks at numbers.
// weyl: order=6
byte done;
bool f[3];
proctype P(byte i) { f[i] = true; done++; assert(done < 4) }
init { run P(0); run P(1); run P(2) }
