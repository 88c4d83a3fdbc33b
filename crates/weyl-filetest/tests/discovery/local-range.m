-- A local that can't hold all numbers.
-- weyl: order=2
type T: 0..2; S: 0..1;
var x: T; y: S;
startstate begin x := 0; y := 0; end;
ruleset t: T do rule "set" true ==> begin x := t; end; end;
rule "use" true ==> var l: S; begin l := x; end;
rule "y" y = 0 ==> begin y := 1; end;
