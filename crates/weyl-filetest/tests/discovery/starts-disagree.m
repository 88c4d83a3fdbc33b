-- Start states that disagree on a variable that nobody writes: names all the same.
-- weyl: order=6
type N: 0..2;
var a: array[N] of 0..3; k: 0..3;
startstate "one" begin clear a; k := 1; end;
startstate "two" begin clear a; k := 2; end;
ruleset i: N do rule "inc" a[i] < 3 ==> begin a[i] := a[i] + 1; end; end;
ruleset i: N do rule "dec" i = k & a[i] = 3 ==> begin a[i] := 0; end; end;
