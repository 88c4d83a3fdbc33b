-- Law 4: a number that is written out in one branch, outside of what the variable of the other can hold.
-- weyl: order=240
-- weyl: because="set"
var x: 5..9;
var b: boolean;
var a: array[0..2] of boolean;
startstate begin x := 5; b := false; clear a; end;
rule "b" begin b := !b; end;
ruleset n: 5..9 do rule "x" begin x := n; end; end;
ruleset i: 0..2 do rule "set" begin a[i] := i > (b ? 1 : x); end; end;
