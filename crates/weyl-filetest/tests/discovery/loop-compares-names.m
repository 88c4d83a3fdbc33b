-- A turn of a loop compares the name that it holds with those of other turns.
-- weyl: order=2
type N: scalarset(2);
var r: array [0..2] of N;
startstate begin undefine r; end;
ruleset i: 0..2 do ruleset n: N do rule "set" begin r[i] := n; end; end; end;
rule "first of equals"
begin
  for i: 0..2 do
    if exists j: 0..2 do i != j & r[i] = r[j] end then undefine r[i]; end;
  end;
end;
