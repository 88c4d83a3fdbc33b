// A process is asked for by its number.
// weyl: order=1
byte n;
proctype C() { n++; here: skip }
active [3] proctype P() { run C() }
active proctype W() { C[4]@here -> assert(n < 4) }
