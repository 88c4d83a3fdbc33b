-- Law 4: a table of 4096 rows, as many as there may be; an input that is one of two, or is read twice, has each of its numbers once.
-- weyl: order=40320
var x: 0..7; y: 0..7; z: 0..7; b: boolean; a: array [0..7] of boolean;
startstate begin x := 0; y := 0; z := 0; b := false; clear a; end;
ruleset i: 0..7 do
  rule "x" begin x := i; end;
  rule "y" begin y := i; end;
  rule "z" begin z := i; end;
end;
rule "meet" (x - y) * (x - y) * (z - (b ? x : y)) = 0 & !a[x] ==> begin b := !b; end;
