-- Numbers that never occur make no difference, below zero as above.
-- weyl: order=2
var x: array [0..1] of -2..2; y: array [0..1] of boolean;
startstate begin x[0] := -1; x[1] := -1; clear y; end;
ruleset i: 0..1 do
  rule "up" begin x[i] := 1; end;
  rule "down" begin x[i] := -1; end;
end;
rule "first" x[0] < 1 ==> begin y[0] := !y[0]; end;
rule "second" x[1] < 0 ==> begin y[1] := !y[1]; end;
