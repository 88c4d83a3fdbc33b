-- Numbers that are bound in a rule tell the last rule from the others: only there q + i gets beyond 2.
-- weyl: order=2
var a: array[0..2] of boolean; b: boolean;
startstate begin clear a; b := false; end;
ruleset i: 0..2 do rule "turn" begin b := exists q: 0..1 do q + i > 2 end; a[i] := !a[i]; end; end;
rule "b" begin b := false; end;
