-- A call evaluates an argument that nobody reads, and fails where it is undefined: x[0] is another than x[1].
-- weyl: order=2
type C: 0..1; var a: array[C] of boolean; x: array[C] of 0..1;
function yes(n: 0..2): boolean; begin return true; end;
startstate begin clear a; clear x; end;
ruleset c: C do
  rule "a" begin a[c] := !a[c] & yes(x[0] + 1); end;
  rule "x" begin undefine x[c]; end;
  rule "y" begin x[c] := 0; end;
end;
