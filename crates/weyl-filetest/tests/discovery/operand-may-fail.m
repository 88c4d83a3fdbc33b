-- The order of two operands can't be seen if only one of them may fail.
-- weyl: order=2
var x: array [0..1] of 0..1000; w: array [0..1] of 0..1000; y: 0..1; b: array [0..1] of boolean;
startstate begin clear x; clear w; y := 1; clear b; end;
ruleset i: 0..1 do rule "x" begin x[i] := 700; end; rule "w" begin w[i] := 600; end; end;
rule "y" begin y := 1 - y; end;
rule "first" w[0] + x[0] / y > 1000 ==> begin b[0] := !b[0]; end;
rule "second" x[1] / y + w[1] > 1000 ==> begin b[1] := !b[1]; end;
