-- A function that calls itself, and a loop beside that.
-- weyl: order=6
type P: scalarset(3);
var x: array [P] of 0..2;
procedure raise(k: 0..2);
begin
  for p: P do if x[p] < k then x[p] := k; end; end;
  if k > 0 then raise(k - 1); end;
end;
startstate begin for p: P do x[p] := 0; end; end;
ruleset p: P do rule "set" x[p] < 2 ==> begin x[p] := x[p] + 1; end; end;
rule "all" begin raise(1); end;
