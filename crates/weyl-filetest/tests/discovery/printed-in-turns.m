-- Which of two failures comes first is seen: turns that print what may fail are in order.
-- weyl: order=1
type id: 0..2;
var v: array [id] of 0..1; w: array [id] of 0..1;
startstate begin for i: id do v[i] := 1; w[i] := 0; end; end;
ruleset i: id do
  rule "zero" begin v[i] := 0; end;
  rule "one" begin w[i] := 1; end;
end;
rule "print" begin for j: id do put 10 / v[j]; put 1 << (w[j] * 200); end; end;
