-- A loop whose turns look at what is their own, and can't fail.
-- weyl: order=6
var x: array [0..2] of boolean; y: array [0..2] of boolean;
startstate begin clear x; clear y; end;
ruleset i: 0..2 do rule "set" begin x[i] := !x[i]; end; end;
rule "all" begin for i: 0..2 do if x[i] then y[i] := !y[i]; x[i] := false; end; end; end;
