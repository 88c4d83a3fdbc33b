// Law 5: enabled, asked for a number that somebody chooses.
// weyl: order=1
byte v; bool x, y;
active proctype A() { do :: v = 0 :: v = 1 od }
active proctype B() { x -> skip }
active proctype M() { do :: enabled(v) -> y = 1 od }
