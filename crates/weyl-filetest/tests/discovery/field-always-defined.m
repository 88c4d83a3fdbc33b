-- One field is undefined, another one never is: to ask for it can't fail, and has no order.
-- weyl: order=6
type N: 0..2; R: record who: N; on: array[N] of boolean; end;
var r: R; b: boolean;
ruleset n: N do startstate begin undefine r.who; for i: N do r.on[i] := i = n; end; b := false; end; end;
ruleset n: N do
  rule "on" begin r.on[n] := !r.on[n]; end;
  rule "come" r.on[n] ==> begin r.who := n; end;
end;
rule "go" begin undefine r.who; end;
rule "ask" begin b := forall i: N do r.on[i] end; end;
