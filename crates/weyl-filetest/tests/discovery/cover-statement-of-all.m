-- What a rule hits is alike for all numbers.
-- weyl: order=6
type N: 0..2;
var x: array [N] of 0..2;
startstate for i: N do x[i] := 0; end; end;
ruleset i: N do
  rule "up" x[i] < 2 ==> begin x[i] := x[i] + 1; cover x[i] = 2 "full"; end;
  rule "back" x[i] = 2 ==> begin x[i] := 0; end;
end;
