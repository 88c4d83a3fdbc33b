-- A field that nobody writes is a constant, whatever becomes of its neighbour.
-- weyl: order=2
var r: record a: 0..1; b: 0..1; end; x: array[0..1] of boolean;
startstate begin r.a := 0; r.b := 0; x[0] := false; x[1] := false; end;
rule "write" begin r.a := 1; end;
ruleset i: 0..1 do rule "set" begin x[i] := !x[i]; end; end;
rule "reset one" r.b = 1 ==> begin x[0] := false; end;
