-- A position in one of several multisets reaches an element there.
-- weyl: order=2
type P: scalarset(2);
var ms: array[0..1] of multiset[2] of P; last: P;
startstate begin clear ms; undefine last; end;
ruleset p: P do rule "add" multisetcount(j: ms[0], true) < 2 ==> begin multisetadd(p, ms[0]); end; end;
choose j: ms[0] do rule "take" begin last := ms[0][j]; multisetremove(j, ms[0]); end; end;
