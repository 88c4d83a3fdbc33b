-- Law 4: a table that maps each number to itself is no table.
-- weyl: order=48
var x: array [0..1] of 0..3; b: array [0..1] of boolean; z: 0..3;
startstate begin clear x; clear b; z := 0; end;
ruleset j: 0..3 do
  ruleset i: 0..1 do rule "set" begin x[i] := j; end; end;
  rule "z" begin z := j; end;
end;
rule "first" x[0] = z ==> begin b[0] := !b[0]; end;
rule "second" x[1] % 4 = z ==> begin b[1] := !b[1]; end;
