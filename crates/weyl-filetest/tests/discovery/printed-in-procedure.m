-- A procedure prints what fails for one of them: what it compares its parameter with is known there, too.
-- weyl: order=1
type id: 0..2;
var x: boolean; d: array [id] of boolean;
procedure print(i: id); begin put (exists j: id do j = i & 10 / (j - 1) = 3 end ? 1 : 0); end;
startstate begin x := false; for i: id do d[i] := false; end; end;
ruleset i: id do
  rule "flip" begin d[i] := !d[i]; end;
  rule "go" !x & d[i] ==> begin print(i); x := true; end;
end;
