-- Two numbers are compared in the first part of a condition only.
-- weyl: order=2
type N: 0..1;
var j: N; k: N; b: boolean; f: boolean;
startstate begin j := 0; k := 0; b := false; f := false; end;
rule "j" begin j := 0; end;
rule "j" begin j := 1; end;
rule "k" begin k := 0; end;
rule "k" begin k := 1; end;
rule "b" begin b := !b; end;
rule "equal" j = k & b ==> begin f := !f; end;
