-- Law 4: what is no name may be part of a table, too.
-- weyl: order=6
var x: 0..2; y: 0..2; b: boolean; a: array [0..2] of boolean;
startstate begin x := 0; y := 0; b := false; clear a; end;
ruleset i: 0..2 do
  rule "x" begin x := i; end;
  rule "y" begin y := i; end;
end;
rule "flip" (x - y) * (b ? 1 : 0) = 0 ==> begin a[x] := !a[x]; b := !b; end;
