-- The same with a function that is the same for both arguments.
-- weyl: order=1
type C: 0..1; var a: array[C] of boolean; b: array[C] of boolean;
function other(c: C): C; begin return (c = 0 ? 1 : 1); end;
startstate begin clear a; clear b; end;
ruleset c: C do rule "a" begin a[c] := !b[other(c)]; end; rule "b" begin b[c] := !b[c] & a[c]; end; end;
