-- The same where a turn writes what the next one copies.
-- weyl: order=1
type P: scalarset(3);
var a: array[P] of boolean; x: boolean; y: boolean;
startstate begin clear a; x := false; y := true; end;
rule "copy" begin for p: P do x := y; y := a[p]; end; end;
ruleset p: P do rule "turn" begin a[p] := !a[p]; end; end;
