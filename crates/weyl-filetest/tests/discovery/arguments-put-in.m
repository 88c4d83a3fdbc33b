-- The arguments of a function are put in where they belong.
-- weyl: order=1
var x: array[0..1] of 0..1000; b: boolean;
function less(one: 0..2000; two: 0..2000): boolean; begin return one < two; end;
startstate begin x[0] := 0; x[1] := 0; b := false; end;
ruleset i: 0..1 do rule "up" x[i] < 2 ==> begin x[i] := x[i] + 1; end; end;
rule "directly" x[0] + 1 < x[1] + 1 ==> begin b := !b; end;
rule "by function" less(x[0] + 1, x[1] + 1) ==> begin b := !b; end;
