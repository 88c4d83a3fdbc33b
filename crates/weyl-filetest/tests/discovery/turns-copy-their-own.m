-- The same where each turn copies what is its own: the last one counts.
-- weyl: order=1
type P: scalarset(2);
var a: array[P] of boolean; x: boolean;
startstate begin clear a; x := false; end;
rule "copy" begin for p: P do x := a[p]; end; end;
ruleset p: P do rule "turn" begin a[p] := !a[p]; end; end;
