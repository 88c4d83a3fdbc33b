-- One of the cases does something else.
-- weyl: order=2
type D: enum { A, B, C };
var d: D; a: array[D] of boolean;
startstate begin d := A; clear a; end;
ruleset e: D do rule "go" begin d := e; end; end;
rule "set" begin switch d case A: a[A] := true; case B: a[B] := true; case C: a[C] := false; end; end;
rule "clear" begin a[d] := false; end;
