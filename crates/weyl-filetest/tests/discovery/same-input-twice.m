-- Law 4: what is read twice in a computation is one input: it has no two values at once.
-- weyl: order=24
var x: 0..3; b: boolean; a: array [0..3] of boolean;
startstate begin x := 0; b := false; clear a; end;
ruleset i: 0..3 do rule "x" begin x := i; end; end;
rule "even" (x + x) % 2 = 0 ==> begin a[x] := !a[x]; end;
