// The number of a process is kept, and depends on who has ended before.
// weyl: order=1
byte done, last;
proctype P() { done++; assert(done < 4) }
init { run P(); run P(); last = run P(); assert(last == 3) }
