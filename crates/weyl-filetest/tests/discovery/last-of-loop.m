-- The last turn of a loop over a scalarset shows an order of its names.
-- weyl: order=1
type P: scalarset(2);
var last: P; x: array[P] of boolean;
startstate begin undefine last; for p: P do x[p] := false; end; end;
ruleset p: P do rule "x" begin x[p] := !x[p]; end; end;
rule "last" begin for p: P do if x[p] then last := p; end; end; end;
