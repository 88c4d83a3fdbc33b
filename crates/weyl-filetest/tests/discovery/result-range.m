-- A result that can't be all numbers.
-- weyl: order=2
type T: 0..2; S: 0..1;
var x: T; y: T;
function get(): S; begin return x; end;
startstate begin x := 0; y := 0; end;
ruleset t: T do rule "set" true ==> begin x := t; end; end;
rule "use" true ==> begin y := get(); end;
