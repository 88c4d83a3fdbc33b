-- Law 4: a sum of numbers that are no names is a sum in any order.
-- weyl: order=2
var x: array[0..1] of 0..1000; s: 0..2000;
startstate begin x[0] := 0; x[1] := 0; s := 0; end;
ruleset i: 0..1 do rule "up" x[i] < 2 ==> begin x[i] := x[i] + 1; end; end;
rule "sum" begin s := x[0] + x[1]; end;
