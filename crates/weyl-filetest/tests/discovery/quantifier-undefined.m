-- Law 2: a quantifier that may stop before it reads what is not defined.
-- weyl: order=1
-- weyl: because="look"
var x: array [0..2] of boolean; y: boolean;
startstate begin y := false; undefine x; end;
ruleset i: 0..2 do
  rule "true" isundefined(x[i]) ==> begin x[i] := true; end;
  rule "false" isundefined(x[i]) ==> begin x[i] := false; end;
end;
rule "look" exists i: 0..2 do x[i] end ==> begin y := true; end;
