type P: scalarset(3);
var on: array [P] of boolean; n: 0..3;
startstate for i: P do on[i] := false; end; n := 0; end;
ruleset i: P do
  rule "take" !on[i] ==> on[i] := true; n := n + 1; end;
  rule "give" on[i] & n < 3 ==> on[i] := false; n := n - 1; end;
end;
invariant "few" n < 3;
