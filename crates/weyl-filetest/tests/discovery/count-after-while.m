-- What is counted after a while of the same turn is counted once.
-- weyl: order=2
type P: scalarset(2);
var x: array [P] of boolean; n: 0..2;
startstate begin clear x; n := 0; end;
ruleset p: P do rule "set" begin x[p] := !x[p]; end; end;
rule "count" var t: 0..2; begin
  n := 0;
  for p: P do
    t := 0; while t < 2 do t := t + 1; end;
    n := n + 1;
  end;
end;
