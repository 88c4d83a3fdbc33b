-- Names that no variable holds, and that find nothing.
-- weyl: order=1
type P: scalarset(3); T: 0..1;
var x: T;
startstate begin x := 0; end;
ruleset p: P do rule "set" x = 0 ==> begin x := 1; end; end;
rule "back" x = 1 ==> begin x := 0; end;
