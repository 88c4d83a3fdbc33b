-- Clearing a record stores the least number of each of its fields.
-- weyl: order=1
type N: 0..1;
var r: record k: boolean; n: N; end; x: array[N] of boolean;
startstate begin r.k := false; r.n := 0; x[0] := false; x[1] := false; end;
ruleset i: N do rule "take" begin r.n := i; end; rule "set" r.n = i ==> begin x[i] := !x[i]; end; end;
rule "clear" begin clear r; end;
