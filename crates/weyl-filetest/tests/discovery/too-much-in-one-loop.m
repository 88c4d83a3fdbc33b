-- A loop in which there is too much to look at, and another that is understood.
-- weyl: order=6
type P: scalarset(3); Q: scalarset(2);
var x: array [P] of 0..1; y: array [Q] of 0..1; last: Q;
function f0(k: 0..1): 0..1; begin return 1 - k; end;
function f1(k: 0..1): 0..1; begin return k = 0 ? 1 : f0(0) - f0(0); end;
function f2(k: 0..1): 0..1; begin return k = 0 ? 1 : f1(0) - f1(0); end;
function f3(k: 0..1): 0..1; begin return k = 0 ? 1 : f2(0) - f2(0); end;
function f4(k: 0..1): 0..1; begin return k = 0 ? 1 : f3(0) - f3(0); end;
function f5(k: 0..1): 0..1; begin return k = 0 ? 1 : f4(0) - f4(0); end;
function f6(k: 0..1): 0..1; begin return k = 0 ? 1 : f5(0) - f5(0); end;
function f7(k: 0..1): 0..1; begin return k = 0 ? 1 : f6(0) - f6(0); end;
function f8(k: 0..1): 0..1; begin return k = 0 ? 1 : f7(0) - f7(0); end;
function f9(k: 0..1): 0..1; begin return k = 0 ? 1 : f8(0) - f8(0); end;
function f10(k: 0..1): 0..1; begin return k = 0 ? 1 : f9(0) - f9(0); end;
function f11(k: 0..1): 0..1; begin return k = 0 ? 1 : f10(0) - f10(0); end;
function f12(k: 0..1): 0..1; begin return k = 0 ? 1 : f11(0) - f11(0); end;
function f13(k: 0..1): 0..1; begin return k = 0 ? 1 : f12(0) - f12(0); end;
procedure flip(p: P); begin x[p] := 1 - x[p]; end;
startstate begin for p: P do x[p] := 0; end; for q: Q do y[q] := 0; end; end;
ruleset p: P do rule "set" x[p] = 0 ==> begin x[p] := 1; end; end;
ruleset q: Q do rule "set y" y[q] = 0 ==> begin y[q] := 1; end; end;
rule "all" begin for q: Q do y[q] := f13(y[q]); last := q; end; for p: P do flip(p); end; end;
