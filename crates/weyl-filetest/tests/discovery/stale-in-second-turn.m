-- A position is used again in the next turn, when another element may have come, or none.
-- weyl: order=1
type P: scalarset(2);
var net: multiset [3] of P; last: P; y: P; z: P;
startstate begin undefine net; undefine last; undefine y; undefine z; end;
ruleset p: P do
  rule "y" begin y := p; end;
  rule "z" begin z := p; end;
  rule "add" multisetcount(k: net, true) < 2 ==> begin multisetadd(p, net); end;
end;
choose j: net do
  rule "twice" !isundefined(y) & !isundefined(z) & net[j] != z ==>
  begin
    for i: 0..1 do
      last := net[j];
      if i = 0 then multisetremovepred(k: net, net[k] = z); multisetremove(j, net); multisetadd(y, net); end;
    end;
  end;
end;
