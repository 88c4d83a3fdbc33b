-- A position is used after a removal, an addition and another removal.
-- weyl: order=1
type P: scalarset(2);
var net: multiset [3] of P; last: P; y: P;
startstate begin undefine net; undefine last; undefine y; end;
ruleset p: P do
  rule "y" begin y := p; end;
  rule "add" multisetcount(k: net, true) < 2 ==> begin multisetadd(p, net); end;
end;
choose j: net do
  rule "again" !isundefined(y) & multisetcount(k: net, true) = 2 ==>
  begin
    multisetremove(j, net); multisetadd(y, net);
    multisetremovepred(k: net, net[k] != y);
    last := net[j];
  end;
end;
