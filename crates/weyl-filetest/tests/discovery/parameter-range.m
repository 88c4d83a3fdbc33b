-- A parameter that can't hold all numbers.
-- weyl: order=2
type T: 0..2; S: 0..1;
var x: T; b: boolean;
procedure take(p: S); begin b := true; end;
startstate begin x := 0; b := false; end;
ruleset t: T do rule "set" true ==> begin x := t; end; end;
rule "use" true ==> begin take(x); end;
