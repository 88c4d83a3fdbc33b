-- A position is used in the third turn, when one turn removed an element and another one added one.
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
  rule "thrice" !isundefined(y) & !isundefined(z) & net[j] != z ==>
  begin
    for i: 0..2 do
      if i = 2 then last := net[j];
      elsif i = 1 then multisetadd(y, net);
      else multisetremovepred(k: net, net[k] = z); multisetremove(j, net); end;
    end;
  end;
end;
