-- A parameter of a function that is put in where it is called.
-- weyl: order=2
type T: 0..2; S: 0..1;
var x: T; b: boolean;
function same(p: S): S; begin return p; end;
startstate begin x := 0; b := false; end;
ruleset t: T do rule "set" true ==> begin x := t; end; end;
rule "use" true ==> begin b := same(x) = same(x); end;
