-- The last value has no case of its own; a choice, conditions the other way round, and two values in one case.
-- weyl: order=6
type D: enum { A, B, C };
var d: D; a: array[D] of boolean; b: boolean; c: boolean;
startstate begin d := A; clear a; b := false; c := false; end;
ruleset e: D do rule "go" begin d := e; end; end;
rule "set" begin if d = A then a[A] := true; elsif d != B then a[C] := true; else a[B] := true; end; end;
rule "get" begin b := (B = d ? a[B] : (d = C ? a[C] : a[A])); end;
rule "no" begin switch d case A, B: c := !a[d]; else c := !a[d]; end; end;
rule "clear" begin a[d] := false; end;
