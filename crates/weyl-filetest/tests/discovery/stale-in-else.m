-- A position is used after an element was added where a condition is false.
-- weyl: order=1
type P: scalarset(2);
var net: multiset [3] of P; last: P; y: P; z: P;
startstate begin undefine net; undefine last; undefine y; undefine z; end;
ruleset p: P do
  rule "y" begin y := p; end;
  rule "z" begin z := p; last := p; end;
  rule "add" multisetcount(k: net, true) < 2 ==> begin multisetadd(p, net); end;
end;
choose j: net do
  rule "again" !isundefined(last) & !isundefined(y) & !isundefined(z) & net[j] != z ==>
  begin
    if last = y then last := z;
    else multisetremovepred(k: net, net[k] = z); multisetremove(j, net); multisetadd(y, net); end;
    last := net[j];
  end;
end;
