-- Law 2: a quantifier over what is defined.
-- weyl: order=6
var x: array [0..2] of boolean; y: boolean;
startstate begin y := false; clear x; end;
ruleset i: 0..2 do rule "true" !x[i] ==> begin x[i] := true; end; end;
rule "look" exists i: 0..2 do x[i] end ==> begin y := true; end;
