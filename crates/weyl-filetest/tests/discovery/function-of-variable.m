-- A function of a variable is not put in: all numbers that it is called with are of one kind (symmetries that are not claimed).
-- weyl: order=3
var x: 0..2; y: 0..2; a: array [0..2] of boolean; b: array [0..2] of boolean;
function next(n: 0..2): 0..2; begin return (n + 1) % 3; end;
startstate begin x := 0; y := 0; clear a; clear b; end;
ruleset i: 0..2 do rule "x" begin x := i; end; rule "y" begin y := i; end; end;
rule "a" begin a[next(x)] := !a[x]; end;
rule "b" begin b[next(y)] := !b[y]; end;
