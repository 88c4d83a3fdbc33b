// A process looks at its number, which depends on who has ended before.
// weyl: order=1
byte done;
proctype P() { done++; assert(done < 4 && _pid < 3) }
init { run P(); run P(); run P() }
