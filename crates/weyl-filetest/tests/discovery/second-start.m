-- A number that only one of the initial states has is there.
-- weyl: order=1
var x: array [0..1] of 0..3; b: array [0..1] of boolean;
startstate "zero" begin x[0] := 0; x[1] := 0; clear b; end;
startstate "one" begin x[0] := 1; x[1] := 1; clear b; end;
rule "first" x[0] < 2 ==> begin b[0] := !b[0]; end;
rule "second" x[1] < 1 ==> begin b[1] := !b[1]; end;
