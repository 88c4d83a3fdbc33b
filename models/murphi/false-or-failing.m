-- An invariant that is false for one name and can't be evaluated for another: neither hides the other, whoever comes first.
-- weyl: verdict=violated full-states=7 full-transitions=14 declared-states=4 declared-order=2
-- weyl: violated="inv"
-- weyl: violated="deadlock"
-- weyl: rumur="ends at the first error"
type Id: scalarset(2);
var a: array [Id] of boolean; h: array [Id] of Id;
ruleset s: Id do startstate begin for i: Id do a[i] := false; h[i] := s; end; end; end;
ruleset i: Id do rule "lose" begin undefine h[i]; end; end;
ruleset i: Id do invariant "inv" a[h[i]]; end;
