-- A turn of a loop reads what other turns write.
-- weyl: order=1
var r: array [0..2] of boolean;
startstate begin clear r; end;
ruleset i: 0..2 do rule "set" begin r[i] := !r[i]; end; end;
rule "first of equals"
begin
  for i: 0..2 do
    if exists j: 0..2 do i != j & r[i] = r[j] end then r[i] := true; end;
  end;
end;
