-- All turns of a loop write what one place holds, which none of them writes; or write nothing new.
-- weyl: order=6
type P: scalarset(3); R: record f: boolean; end;
var a: array[P] of boolean; x: boolean; y: boolean; z: R; w: R;
startstate begin clear a; x := false; y := true; clear z; clear w; end;
rule "copy" begin for p: P do if a[p] then x := y; z := w; y := y; end; end; end;
rule "other" begin y := !y; w.f := !w.f; end;
ruleset p: P do rule "turn" begin a[p] := !a[p]; end; end;
