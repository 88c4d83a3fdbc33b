-- It does not matter what is added first.
-- weyl: order=6
var x: array [0..2] of boolean; b: boolean;
startstate begin clear x; b := false; end;
ruleset i: 0..2 do rule "set" begin x[i] := !x[i]; end; end;
rule "two" (x[0] ? 1 : 0) + (x[1] ? 1 : 0) + (x[2] ? 1 : 0) > 1 ==> begin b := !b; end;
