-- Rules that are alike but for the cover that each of them hits.
-- weyl: order=1
var x: array [0..2] of 0..2;
startstate for i: 0..2 do x[i] := 0; end; end;
rule x[0] < 2 ==> begin x[0] := x[0] + 1; cover x[0] = 2 "first"; end;
rule x[1] < 2 ==> begin x[1] := x[1] + 1; cover x[1] = 2 "second"; end;
rule x[2] < 2 ==> begin x[2] := x[2] + 1; cover x[2] = 2 "third"; end;
ruleset i: 0..2 do rule "back" x[i] = 2 ==> begin x[i] := 0; end; end;
