-- What names find never changes.
-- weyl: order=1
type P: scalarset(3); T: 0..1;
var x: T; a: array[P] of T;
startstate begin x := 0; for p: P do a[p] := 1; end; end;
ruleset p: P do rule "set" x = 0 ==> begin x := a[p]; end; end;
rule "back" x = 1 ==> begin x := 0; end;
