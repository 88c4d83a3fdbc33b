-- How many there are becomes a number that is an index elsewhere: it is no name.
-- weyl: order=1
type N: 0..1;
var k: N; ms: multiset[1] of boolean; x: array[N] of boolean;
startstate begin k := 0; clear ms; x[0] := false; x[1] := false; end;
rule "add" multisetcount(j: ms, true) = 0 ==> begin multisetadd(true, ms); end;
rule "clear" begin clear ms; end;
rule "count" begin k := multisetcount(j: ms, true); end;
rule "set" begin x[k] := !x[k]; end;
