-- One is asked for some, the other for all.
-- weyl: order=2
var x: array [0..1] of array [0..1] of boolean; b: array [0..1] of boolean;
startstate begin clear x; clear b; end;
ruleset i: 0..1; j: 0..1 do rule "set" begin x[i][j] := !x[i][j]; end; end;
rule "some" exists j: 0..1 do x[0][j] end ==> begin b[0] := !b[0]; end;
rule "all" forall j: 0..1 do x[1][j] end ==> begin b[1] := !b[1]; end;
