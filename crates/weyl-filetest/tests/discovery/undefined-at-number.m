-- A number is an index only where somebody asks whether something is undefined.
-- weyl: order=2
type N: 0..1;
var k: N; a: array[N] of boolean; b: boolean;
startstate begin k := 0; undefine a; b := false; end;
startstate begin k := 1; undefine a; b := false; end;
rule "k" begin k := 0; end;
rule "k" begin k := 1; end;
ruleset i: N do rule "define" begin a[i] := true; end; rule "undefine" begin undefine a[i]; end; end;
rule "ask" begin b := isundefined(a[k]); end;
