-- A step that hits a cover and fails later: the cover is hit all the same, by whoever tries.
-- weyl: verdict=violated violated="tried once" full-states=8 full-transitions=12
-- weyl: declared-states=4 declared-transitions=6 declared-order=6
-- weyl: rumur="ends at the first error"
type Node: scalarset(3);
var tried: array [Node] of boolean;

startstate for n: Node do tried[n] := false; end; end;

ruleset n: Node do
  rule "try" !tried[n] ==> begin tried[n] := true; end;

  rule "again" tried[n] & exists m: Node do m != n & tried[m] end ==>
  begin
    cover !forall m: Node do tried[m] end "tried again";
    assert false "tried once";
  end;
end;
