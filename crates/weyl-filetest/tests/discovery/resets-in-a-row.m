-- Assignments in a row, each to its own.
-- weyl: order=6
type N: 0..2; var a: array[N] of boolean;
startstate for i: N do a[i] := false; end; end;
ruleset i: N do rule "x" a[i] := true; end; end;
rule "reset" a[0] := false; a[1] := false; a[2] := false; end;
