// Two channels with room, and one that is asked how full it is first.
// weyl: order=2
chan c[3] = [1] of { bit }; bool ok;
active [3] proctype A() { do :: c[_pid] ! 1 :: c[_pid] ? 1 od }
active proctype W() { do :: full(c[0]) -> ok = c[1]?[1] || c[2]?[1] :: ok = false od }
