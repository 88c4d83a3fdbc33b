-- The last rule has more turns than the others, whatever numbers are called.
-- weyl: order=2
var a: array[0..2] of boolean; n: boolean;
startstate begin clear a; n := false; end;
ruleset i: 0..2 do
  rule "turn" begin for k := 0 to i / 2 do n := !n; end; a[i] := !a[i]; end;
end;
