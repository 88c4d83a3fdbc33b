-- A loop that does not mention its number, and a local that is compared with nothing else, in the rules of a scalarset.
-- weyl: order=6
type P: scalarset(3);
var a: array[P] of boolean; n: boolean;
startstate begin clear a; n := false; end;
ruleset p: P do
  rule "turn" var l: 0..2; begin
    l := 1;
    for k := 0 to 2 do n := !n; if l = k then a[p] := !a[p]; end; end;
  end;
end;
