-- Turns write one field and read another.
-- weyl: order=2
type P: scalarset(2);
var x: array [P] of boolean; r: record a: boolean; b: boolean; end;
startstate begin clear x; clear r; end;
ruleset p: P do rule "set" begin x[p] := !x[p]; r.b := !r.b; end; end;
rule "all" begin for p: P do if r.b & x[p] then r.a := true; end; end; end;
