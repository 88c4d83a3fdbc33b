-- A remainder by one or more is less than that: a loop that stores it can't fail.
-- weyl: order=12
var x: array [0..2] of 0..1; z: array [0..2] of 0..2; y: 1..2;
startstate begin clear x; clear z; y := 1; end;
ruleset i: 0..2; j: 0..2 do rule "set" begin z[i] := j; end; end;
rule "y" begin y := 3 - y; end;
rule "all" begin for i: 0..2 do x[i] := z[i] % y; end; end;
