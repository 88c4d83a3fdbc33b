-- Both are compared in two spellings: a sum is a sum.
-- weyl: order=2
var a: array [0..1] of boolean; n: boolean; r: 0..4;
startstate a[0] := false; a[1] := false; n := false; r := 0; end;
ruleset i: 0..1 do rule "first" !n ==> begin a[i] := true; n := true; end; end;
rule "sum" n ==> begin r := ((a[0] = true) ? 1 : 0) + ((true = a[1]) ? 1 : 0) + ((true = a[0]) ? 1 : 0) + ((a[1] = true) ? 1 : 0); end;
