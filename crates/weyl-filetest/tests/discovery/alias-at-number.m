-- A number is an index only in an alias.
-- weyl: order=2
type N: 0..1;
var k: N; x: array[N] of boolean;
startstate begin k := 0; x[0] := false; x[1] := false; end;
rule "k" begin k := 0; end;
rule "k" begin k := 1; end;
rule "set" begin alias a: x[k] do a := !a; end; end;
