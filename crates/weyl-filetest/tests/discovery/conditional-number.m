-- Law 4: a number that is written out in one branch, and is never in the variable of the other.
-- weyl: order=2
-- weyl: because="set"
var x: 0..3;
var a: array[0..2] of boolean;
startstate begin undefine x; clear a; end;
ruleset i: 0..2 do rule "set" begin a[i] := i > (isundefined(x) ? 1 : x); end; end;
