-- A loop whose turns see each other through a function.
-- weyl: order=1
-- weyl: because="use"
type N: 0..2;
var a: array[N] of 0..3;
function f(): 0..3; begin return a[0]; end;
startstate begin for i: N do a[i] := 0; end; end;
ruleset i: N do rule "inc" a[i] < 3 ==> begin a[i] := a[i] + 1; end; end;
rule "use" true ==> begin for i: N do a[i] := (f() + 1) % 3; end; end;
