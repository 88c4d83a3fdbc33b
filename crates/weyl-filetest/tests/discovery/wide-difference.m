-- Differences of numbers that are no names have an order.
-- weyl: order=1
var x: array [0..1] of 0..1000; w: 0..1000; b: array [0..1] of boolean;
startstate begin clear x; w := 0; clear b; end;
ruleset i: 0..1 do rule "x" begin x[i] := 700; end; rule "clear x" begin x[i] := 0; end; end;
rule "w" begin w := 700; end;
rule "clear w" begin w := 0; end;
rule "first" x[0] - w > 500 ==> begin b[0] := !b[0]; end;
rule "second" w - x[1] > 500 ==> begin b[1] := !b[1]; end;
