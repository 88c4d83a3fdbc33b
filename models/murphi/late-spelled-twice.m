-- A sum in which `a[1] = true` is spelled in two ways: it tells a[0] from a[1], after 200 steps and 10,000 states.
-- weyl: verdict=violated violated="not two" full-states=12300 full-transitions=28350
var
  a: array [0..1] of boolean;
  n: 0..201;
  noise: 0..59;
  r: 0..3;
startstate
  a[0] := false; a[1] := false; n := 0; noise := 0; r := 0;
end;
rule "count" n < 200 ==> begin n := n + 1; end;
rule "noise" noise < 59 ==> begin noise := noise + 1; end;
rule "less noise" noise > 40 ==> begin noise := noise - 20; end;
ruleset i: 0..1 do
  rule "first" n = 200 ==> begin a[i] := true; n := 201; end;
end;
rule "sum" n = 201 ==>
begin
  r := ((a[0] = true) ? 1 : 0) + ((a[1] = true) ? 1 : 0) + ((true = a[1]) ? 1 : 0);
end;
invariant "not two" r != 2;
