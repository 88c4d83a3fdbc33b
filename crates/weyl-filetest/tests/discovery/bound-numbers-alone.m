-- Numbers that are bound in a rule and compared with nothing outside are a class of each ground rule (symmetries that are not claimed); what is left moves them alone.
-- weyl: order=8
var a: array[0..2] of boolean; b: boolean;
startstate begin clear a; b := false; end;
ruleset i: 0..2 do rule "turn" begin b := forall q: 5..6 do true end; a[i] := !a[i]; end; end;
rule "b" begin b := false; end;
