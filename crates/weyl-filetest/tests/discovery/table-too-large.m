-- Law 4: numbers that more than 4096 rows would relate stay (symmetries that are not claimed).
-- weyl: order=1
var x: 0..16; y: 0..16; z: 0..16; b: boolean; a: array [0..16] of boolean;
startstate begin x := 0; y := 0; z := 0; b := false; clear a; end;
ruleset i: 0..16 do
  rule "x" begin x := i; end;
  rule "y" begin y := i; end;
  rule "z" begin z := i; end;
end;
rule "meet" (x - y) * (z - y) = 0 & !a[x] ==> begin b := !b; end;
