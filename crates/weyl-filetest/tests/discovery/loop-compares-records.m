-- A turn of a loop compares its record with those of other turns, as a whole.
-- weyl: order=1
var r: array [0..2] of record a: boolean; b: boolean; end;
startstate begin for i: 0..2 do r[i].a := false; r[i].b := false; end; end;
ruleset i: 0..2 do rule "set" begin r[i].a := !r[i].a; r[i].b := false; end; end;
rule "first of equals"
begin
  for i: 0..2 do
    if exists j: 0..2 do i != j & r[i] = r[j] end then r[i].b := true; end;
  end;
end;
