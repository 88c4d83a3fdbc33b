-- The numbers of each rule go another way: (q + i) % 3 is a renaming of q for each i; to a and b it is all the same.
-- weyl: order=36
var a: array[0..2] of boolean; b: array[0..2] of boolean;
startstate begin clear a; clear b; end;
ruleset i: 0..2 do rule "turn" begin a[i] := exists q: 0..2 do b[(q + i) % 3] end; end; end;
ruleset i: 0..2 do rule "b" begin b[i] := !b[i]; end; end;
