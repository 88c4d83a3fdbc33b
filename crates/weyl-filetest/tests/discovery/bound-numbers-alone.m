-- Numbers that are bound in a rule and compared with nothing outside are called what they are called there.
-- weyl: order=6
var a: array[0..2] of boolean; b: boolean;
startstate begin clear a; b := false; end;
ruleset i: 0..2 do rule "turn" begin b := forall q: 5..6 do true end; a[i] := !a[i]; end; end;
rule "b" begin b := false; end;
