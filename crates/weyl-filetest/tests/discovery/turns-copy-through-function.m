-- The same where the value passes through a parameter: each turn has one of its own, and the last one counts.
-- weyl: order=1
type P: scalarset(2);
var a: array[P] of boolean; x: boolean;
procedure put_down(n: boolean); begin x := n; end;
startstate begin clear a; x := false; end;
rule "copy" begin for p: P do put_down(a[p]); end; end;
ruleset p: P do rule "turn" begin a[p] := !a[p]; end; end;
