-- A loop over numbers that copies what may be undefined.
-- weyl: order=6
type N: 0..2; var a, b: array[N] of boolean;
startstate for i: N do a[i] := false; end; end;
ruleset i: N do rule "x" a[i] := !a[i]; end; end;
ruleset i: N do rule "y" undefine a[i]; end; end;
rule "copy" for j: N do b[j] := a[j] end; end;
