-- The number that a function is called with and divides by, while it prints.
-- weyl: order=1
type id: 0..2;
var x: boolean; d: array [id] of boolean;
procedure print(i: id); begin put (d[i] ? 10 / i : 0); end;
startstate begin x := false; for i: id do d[i] := false; end; end;
ruleset i: id do
  rule "flip" begin d[i] := !d[i]; end;
  rule "go" !x ==> begin print(i); x := true; end;
end;
