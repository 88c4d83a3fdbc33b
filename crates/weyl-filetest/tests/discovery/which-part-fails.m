-- Law 4: both numbers fail, but not in the same part of the expression.
-- weyl: order=1
var x: 0..1;
var y: 0..1;
startstate begin x := 0; y := 0; end;
rule "one" begin y := x; x := 1; end;
rule "other" begin y := x; x := 0; end;
rule "fails" 0 % (y % x) = 0 ==> begin x := y; end;
