-- A turn asserts that there is room in one multiset, and adds to another.
-- weyl: order=1
type P: scalarset(2);
var box: array [P] of multiset [4] of P;
startstate begin for p: P do undefine box[p]; end; end;
ruleset p: P do
  rule "add" multisetcount(k: box[p], true) < 2 ==> begin multisetadd(p, box[p]); end;
  rule "all" begin for q: P do assert multisetcount(k: box[q], true) < 2 "room"; multisetadd(q, box[p]); end; end;
  choose k: box[p] do rule "take" begin multisetremove(k, box[p]); end; end;
end;
