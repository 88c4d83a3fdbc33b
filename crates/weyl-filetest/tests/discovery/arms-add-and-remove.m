-- Each arm uses a position, removes the element and adds another one: the other arm does not see it.
-- weyl: order=2
type P: scalarset(2);
var net: multiset [3] of P; last: P; y: P; z: P;
startstate begin undefine net; undefine last; undefine y; undefine z; end;
ruleset p: P do
  rule "y" begin y := p; end;
  rule "z" begin z := p; end;
  rule "add" multisetcount(k: net, true) < 2 ==> begin multisetadd(p, net); end;
end;
choose j: net do
  rule "pass on" !isundefined(y) & !isundefined(z) ==>
  begin
    if net[j] = y then last := net[j]; multisetremove(j, net); multisetadd(z, net);
    else last := net[j]; multisetremove(j, net); multisetadd(y, net); end;
  end;
end;
