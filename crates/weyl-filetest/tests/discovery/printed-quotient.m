-- What is printed is in no state, but to compute it fails for one of them.
-- weyl: order=2
type id: 0..2;
var x: boolean; d: array [id] of boolean;
startstate begin x := false; for i: id do d[i] := false; end; end;
ruleset i: id do
  rule "go" !x ==> begin x := true; d[i] := true; put 10 / i; end;
end;
