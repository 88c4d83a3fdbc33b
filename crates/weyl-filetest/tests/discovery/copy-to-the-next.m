-- A loop over numbers that copies from where an earlier turn has written.
-- weyl: order=1
type N: 0..2; var a: array[N] of boolean;
startstate for i: N do a[i] := false; end; end;
ruleset i: N do rule "x" a[i] := !a[i]; end; end;
rule "copy" for j: 0..1 do a[j + 1] := a[j] end; end;
