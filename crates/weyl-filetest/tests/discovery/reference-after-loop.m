-- What a procedure was handed is written after a loop of its own.
-- weyl: order=2
type P: scalarset(2);
var x: array [P] of boolean; last: array [0..1] of P; n: 0..1;
procedure keep(var l: P; p: P);
begin
  for q: P do if p = q then x[q] := false; end; end;
  l := p;
end;
startstate begin clear x; undefine last; n := 0; end;
ruleset p: P do rule "set" begin x[p] := !x[p]; n := 1 - n; end; end;
rule "last" begin for p: P do keep(last[n], p); end; end;
