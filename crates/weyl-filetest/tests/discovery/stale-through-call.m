-- A position is used after a procedure has added an element.
-- weyl: order=1
type P: scalarset(2);
var net: multiset [3] of P; last: P; y: P; z: P;
procedure give(p: P); begin multisetadd(p, net); end;
startstate begin undefine net; undefine last; undefine y; undefine z; end;
ruleset p: P do
  rule "y" begin y := p; end;
  rule "z" begin z := p; end;
  rule "add" multisetcount(k: net, true) < 2 ==> begin multisetadd(p, net); end;
end;
choose j: net do
  rule "again" !isundefined(y) & !isundefined(z) & net[j] != z ==>
  begin multisetremovepred(k: net, net[k] = z); multisetremove(j, net); give(y); last := net[j]; end;
end;
