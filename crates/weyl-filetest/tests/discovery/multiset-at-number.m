-- A number is an index only where something is added to a multiset.
-- weyl: order=2
type N: 0..1;
var k: N; ms: array[N] of multiset[2] of boolean; e: boolean; full: boolean;
startstate begin k := 0; clear ms; e := false; full := false; end;
rule "k" begin k := 0; end;
rule "k" begin k := 1; end;
ruleset i: N do
  rule "clear" multisetcount(j: ms[i], true) > 0 ==> begin clear ms[i]; full := !full; end;
end;
rule "add" !full ==> begin multisetadd(e, ms[k]); full := true; end;
