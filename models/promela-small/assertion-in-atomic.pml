// weyl: verdict=violated full-states=16 full-transitions=22
// weyl: violated="n != 3"
// A failed assertion inside a sequence.
byte n;
active [2] proctype P() { atomic { n++; assert(n != 3); n++ } n = 0 }
