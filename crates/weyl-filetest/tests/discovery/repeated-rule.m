-- What is there twice is not what is there once, though nobody could tell (a symmetry that is not claimed).
-- weyl: order=1
var x: array [0..1] of boolean;
startstate begin clear x; end;
rule "first" begin x[0] := !x[0]; end;
rule "again" begin x[0] := !x[0]; end;
rule "second" begin x[1] := !x[1]; end;
