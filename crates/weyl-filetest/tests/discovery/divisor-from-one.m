-- A divisor that is one or more never fails: operands have no order.
-- weyl: order=4
var x: array [0..1] of 0..3; y: 1..2; b: boolean;
startstate begin clear x; y := 1; b := false; end;
ruleset i: 0..1; j: 0..3 do rule "set" begin x[i] := j; end; end;
rule "y" begin y := 3 - y; end;
rule "both" x[0] / y = 1 & x[1] / y = 1 ==> begin b := !b; end;
