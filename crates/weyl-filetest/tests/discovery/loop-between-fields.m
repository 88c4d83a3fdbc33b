-- Each turn copies its own element of one field to another field.
-- weyl: order=6
type N: 0..2; R: record on: array[N] of boolean; off: array[N] of boolean; end;
var r: R;
startstate begin clear r; end;
rule "turn" begin for n: N do r.on[n] := r.off[n]; end; end;
ruleset n: N do rule "off" begin r.off[n] := !r.off[n] & !r.on[n]; end; end;
