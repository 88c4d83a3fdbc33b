-- Of cases that exclude each other none comes first: d goes around with a.
-- weyl: order=3
var d: 0..2; a: array[0..2] of boolean;
startstate begin d := 0; clear a; end;
rule "next" begin d := (d + 1) % 3; end;
rule "set" begin switch d case 0: a[0] := true; case 1: a[1] := true; case 2: a[2] := true; end; end;
rule "clear" begin a[d] := false; end;
