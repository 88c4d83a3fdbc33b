-- Law 4: what is computed from numbers that are no names is kept as it is written: the operands of `<` have an order.
-- weyl: order=1
var x: array[0..1] of 0..1000; b: boolean;
startstate begin x[0] := 0; x[1] := 0; b := false; end;
ruleset i: 0..1 do rule "up" x[i] < 2 ==> begin x[i] := x[i] + 1; end; end;
rule "compare" begin b := x[0] < x[1]; end;
