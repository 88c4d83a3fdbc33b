-- Only one of the numbers hits a cover, which is all that tells it from the others.
-- weyl: order=2
type N: 0..2;
var x: array [N] of 0..2;
startstate for i: N do x[i] := 0; end; end;
ruleset i: N do
  rule "up" x[i] < 2 ==> begin x[i] := x[i] + 1; if i = 1 then cover x[i] = 2 "full"; end; end;
  rule "back" x[i] = 2 ==> begin x[i] := 0; end;
end;
