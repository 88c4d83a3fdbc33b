-- A loop that counts down takes its last number, too.
-- weyl: order=2
var x: array [0..2] of boolean;
startstate begin clear x; end;
ruleset i: 0..2 do rule "set" begin x[i] := !x[i]; end; end;
rule "reset" begin for i := 1 to 0 by -1 do x[i] := false; end; end;
