// weyl: verdict=violated full-states=21 full-transitions=32
// weyl: violated="n == 1"
// What lies behind a failed assertion is still explored.
byte n;
active [2] proctype P() { n++; assert(n == 1); n = n + 2 }
