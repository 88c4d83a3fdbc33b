-- The same within a field, where a turn sees what the one before has written.
-- weyl: order=1
type N: 0..2; R: record on: array[N] of boolean; off: array[N] of boolean; end;
var r: R;
startstate begin clear r; end;
rule "turn" begin for n: N do r.on[n] := r.on[(n + 1) % 3]; end; end;
ruleset n: N do rule "off" begin r.off[n] := !r.off[n] & !r.on[n]; end; end;
ruleset n: N do rule "on" begin r.on[n] := !r.on[n]; end; end;
