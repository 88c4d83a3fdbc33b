-- An empty multiset beside it makes nothing undefined.
-- weyl: order=2
var r: array [0..1] of record x: boolean; m: multiset [1] of boolean; end; b: boolean;
startstate begin for i: 0..1 do r[i].x := false; undefine r[i].m; end; b := false; end;
ruleset i: 0..1 do
  rule "set" begin r[i].x := !r[i].x; end;
  rule "reset" multisetcount(k: r[i].m, true) = 0 ==> begin r[i].x := false; end;
end;
rule "both" r[0].x & r[1].x ==> begin b := !b; end;
