-- Every turn asserts that there is room, but not every turn takes it.
-- weyl: order=1
type P: scalarset(2);
var net: multiset [4] of P;
startstate begin undefine net; end;
ruleset p: P do
  rule "add" multisetcount(k: net, true) < 2 ==> begin multisetadd(p, net); end;
  rule "all others" begin
    for q: P do assert multisetcount(k: net, true) < 2 "room"; if p != q then multisetadd(q, net); end; end;
  end;
end;
choose k: net do rule "take" begin multisetremove(k, net); end; end;
