// To look into channels with room can't fail: the order of the looks does not show.
// weyl: order=6
chan c[3] = [1] of { bit }; bool ok;
active [3] proctype A() { do :: c[_pid] ! 1 :: c[_pid] ? 1 od }
active proctype W() { do :: c[0]?[1] || c[1]?[1] || c[2]?[1] -> ok = true :: ok = false od }
