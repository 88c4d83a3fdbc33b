-- The cases are about two variables: the first one decides.
-- weyl: order=1
type D: 0..1;
var d: D; e: D; a: array[D] of boolean;
startstate begin d := 0; e := 0; clear a; end;
ruleset i: D do rule "go" begin d := i; end; rule "stay" begin e := i; end; end;
rule "set" begin if d = 0 then a[0] := true; elsif e = 1 then a[1] := true; end; end;
rule "clear" begin a[d] := false; a[e] := false; end;
