-- The remainder of what is not above zero is not above zero: what it indexes is there.
-- weyl: order=4
var x: array [0..1] of -2..0; a: array [-1..0] of boolean; b: boolean;
startstate begin x[0] := 0; x[1] := 0; clear a; b := false; end;
ruleset i: 0..1; j: -2..0 do rule "set" begin x[i] := j; end; end;
rule "flip" begin a[0] := !a[0]; end;
rule "both" a[x[0] % 2] & a[x[1] % 2] ==> begin b := !b; end;
