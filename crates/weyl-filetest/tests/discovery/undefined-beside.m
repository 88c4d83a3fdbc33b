-- What is undefined somewhere else makes nothing undefined here.
-- weyl: order=2
var x: array [0..1] of boolean; u: boolean; b: boolean;
startstate begin clear x; undefine u; b := false; end;
ruleset i: 0..1 do rule "set" begin x[i] := !x[i]; u := true; end; end;
rule "both" x[0] & x[1] ==> begin b := !b; end;
