-- Arrays that are copied have the same indices.
-- weyl: order=2
var f: array [0..1] of boolean; g: array [0..1] of boolean;
startstate begin clear f; clear g; end;
ruleset i: 0..1 do rule "f" begin f[i] := !f[i]; end; end;
ruleset i: 0..1 do rule "g" begin g[i] := !g[i]; end; end;
rule "copy" begin f := g; end;
