-- Numbers that are bound in a rule and compared with nothing outside are a class of each ground rule (symmetries that are not claimed); what is left moves them alone.
-- weyl: order=8
type N: scalarset(3);
var v: N; b: boolean;
ruleset s: N do startstate begin v := s; b := false; end; end;
ruleset r: N do rule "take" begin b := forall q: 0..1 do true end; v := r; end; end;
rule "b" begin b := false; end;
