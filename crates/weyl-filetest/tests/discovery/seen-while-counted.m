-- A turn looks at what earlier ones have counted.
-- weyl: order=1
type P: scalarset(2);
var x: array [P] of boolean; n: 0..2;
startstate begin clear x; n := 0; end;
ruleset p: P do rule "set" begin x[p] := !x[p]; end; end;
rule "count" begin n := 0; for p: P do x[p] := (n = 1); n := n + 1; end; end;
