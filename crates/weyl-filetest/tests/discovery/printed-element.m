-- An element is printed whose index is outside for one of them; what is printed without failing shows nobody.
-- weyl: order=2
type id: 0..2;
var x: boolean; d: array [id] of boolean; e: array [0..3] of 0..1;
startstate begin
  x := false;
  for i: id do d[i] := false; end;
  for j: 0..3 do e[j] := 0; end;
end;
ruleset i: id do
  rule "go" !x ==> begin x := true; d[i] := true; put i; put e[i * 2]; end;
end;
