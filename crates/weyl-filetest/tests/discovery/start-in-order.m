-- The last name comes first in the beginning, and there alone: initial states need no symmetry.
-- weyl: order=2
type P: scalarset(2);
var last: P; a: array[P] of boolean;
startstate begin clear a; for p: P do last := p; end; end;
ruleset p: P do rule "next" begin last := p; a[p] := !a[p]; end; end;
