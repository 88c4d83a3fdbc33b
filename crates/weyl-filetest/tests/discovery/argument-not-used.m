-- An argument that is not used is read all the same.
-- weyl: order=2
-- weyl: because="use"
type T: 0..1;
var x: array[0..2] of T; y: T;
function first(p: T; q: T): T; begin return p; end;
startstate begin undefine x; y := 0; end;
ruleset i: 0..2 do rule "set" isundefined(x[i]) ==> begin x[i] := 0; end; end;
rule "use" true ==> begin y := first(y, x[0]); end;
rule "y" y = 0 ==> begin y := 1; end;
