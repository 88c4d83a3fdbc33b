-- What a loop leaves in a local that nobody reads makes no difference.
-- weyl: order=2
type P: scalarset(2);
var x: array [P] of boolean; b: boolean; c: boolean;
startstate begin clear x; b := false; c := false; end;
ruleset p: P do rule "set" begin x[p] := !x[p]; end; end;
rule "left" var t: boolean; begin for p: P do t := x[p]; end; b := !c; c := b; end;
