-- A quantifier between numbers that are only known when it runs shows their order.
-- weyl: order=1
var lo: 0..2; x: 0..2; a: array [0..2] of boolean;
startstate begin lo := 0; x := 0; clear a; end;
ruleset i: 0..2 do rule "x" begin x := i; end; rule "lo" begin lo := i; end; end;
rule "flip" exists k := lo to 2 do k = x end ==> begin a[x] := !a[x]; end;
