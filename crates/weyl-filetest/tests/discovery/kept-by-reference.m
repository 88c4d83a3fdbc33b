-- What a procedure writes through a reference is of the kind of what it was given.
-- weyl: order=6
var x: 0..2; a: array [0..2] of boolean;
procedure keep(var l: 0..2; i: 0..2); begin l := i; end;
startstate begin x := 0; clear a; end;
ruleset i: 0..2 do rule "keep" begin keep(x, i); end; end;
ruleset i: 0..2 do rule "flip" begin a[i] := !a[i]; end; end;
rule "reset" begin a[x] := false; end;
