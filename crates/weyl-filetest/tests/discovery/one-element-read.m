-- One element is read on its own.
-- weyl: order=1
-- weyl: because="first"
type N: 0..1;
var a: array[N] of 0..3; s: 0..3;
startstate begin clear a; s := 0; end;
ruleset i: N do rule "inc" a[i] < 3 ==> begin a[i] := a[i] + 1; end; end;
rule "first" s = 0 ==> begin s := a[0]; end;
rule "back" s > 0 ==> begin s := 0; end;
