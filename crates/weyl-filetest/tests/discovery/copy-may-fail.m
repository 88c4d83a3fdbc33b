-- A turn that has sent may fail where a number does not fit: then others have no room, or have.
-- weyl: order=2
type P: scalarset(2);
var net: multiset [2] of P; x: array [P] of 0..1; y: array [P] of 0..2;
startstate begin undefine net; clear x; clear y; end;
ruleset p: P; i: 0..2 do rule "set" begin y[p] := i; end; end;
choose k: net do rule "take" begin multisetremove(k, net); end; end;
rule "all" begin
  for p: P do assert multisetcount(k: net, true) < 2 "room"; multisetadd(p, net); x[p] := y[p]; end;
end;
