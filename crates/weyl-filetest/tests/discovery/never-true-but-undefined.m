-- Something that is never true may still be an error.
-- weyl: order=2
var x: array [0..2] of 0..3;
startstate begin undefine x; end;
ruleset i: 0..2 do rule "set" isundefined(x[i]) ==> begin x[i] := 1; end; end;
rule "look" x[0] + x[1] > 50 ==> begin x[2] := 1; end;
