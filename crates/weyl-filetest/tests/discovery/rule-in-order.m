-- The same with a rule that does so again.
-- weyl: order=1
type P: scalarset(2);
var last: P; a: array[P] of boolean;
startstate begin clear a; for p: P do last := p; end; end;
ruleset p: P do rule "next" begin last := p; a[p] := !a[p]; end; end;
rule "again" begin for p: P do last := p; end; end;
