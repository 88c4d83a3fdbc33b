-- An array of a rule that has no element for one of the numbers.
-- weyl: order=2
type T: 0..2; S: 0..1;
var x: T; b: boolean;
startstate begin x := 0; b := false; end;
ruleset t: T do rule "set" true ==> begin x := t; end; end;
rule "use" true ==> var l: array[S] of boolean; begin clear l; b := l[x]; end;
