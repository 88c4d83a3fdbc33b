-- A loop that calls a function that calls itself: it is not followed.
-- weyl: order=1
type P: scalarset(2);
var x: array [P] of 0..2; last: P;
procedure note(p: P; k: 0..2);
begin
  last := p;
  if k > 0 then note(p, k - 1); end;
end;
startstate begin for p: P do x[p] := 0; end; end;
ruleset p: P do rule "set" x[p] < 2 ==> begin x[p] := x[p] + 1; end; end;
rule "all" begin for p: P do note(p, x[p]); end; end;
