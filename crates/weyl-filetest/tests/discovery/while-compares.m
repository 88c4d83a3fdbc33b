-- Numbers that the condition of a while compares are names of one kind.
-- weyl: order=2
var x: 0..1; y: 0..1; a: array [0..1] of boolean; n: 0..1;
startstate begin x := 0; y := 0; n := 0; clear a; end;
ruleset i: 0..1 do rule "x" begin x := i; end; rule "y" begin y := i; end; end;
rule "flip" begin a[x] := !a[x]; end;
rule "while" begin n := 0; while x != y & n < 1 do n := n + 1; end; end;
