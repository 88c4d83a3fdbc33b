-- A position is used again in the next turn, when another element may have come.
-- weyl: order=1
type P: scalarset(2);
var net: multiset [3] of P; last: P; y: P;
startstate begin undefine net; undefine last; undefine y; end;
ruleset p: P do
  rule "y" begin y := p; end;
  rule "add" multisetcount(k: net, true) < 2 ==> begin multisetadd(p, net); end;
end;
choose j: net do
  rule "twice" !isundefined(y) & multisetcount(k: net, true) = 2 ==>
  begin for i: 0..1 do last := net[j]; multisetremove(j, net); multisetadd(y, net); end; end;
end;
