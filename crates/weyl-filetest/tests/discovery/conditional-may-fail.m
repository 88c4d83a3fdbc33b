-- A conditional part of a condition fails if its condition does: which is asked first can be seen.
-- weyl: order=1
var a: array[0..1] of boolean; b: array[0..1] of boolean; f: boolean;
startstate begin a[0] := false; a[1] := false; b[0] := false; b[1] := false; f := false; end;
ruleset i: 0..1 do
  rule "a" begin undefine a[i]; end;
  rule "b" begin b[i] := !b[i]; end;
end;
rule "ask" (b[0] ? a[0] : true) & (b[1] ? a[1] : true) ==> begin f := true; end;
