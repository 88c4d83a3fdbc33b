-- Six places. One invariant names some of them and is explored apart, under a smaller group.
const n: 6;
type place: 0..n-1;
var at: array [place] of 0..2;

startstate for p: place do at[p] := 0; end; end;

ruleset p: place do
  rule "raise" at[p] < 2 ==> at[p] := at[p] + 1; end;
  rule "clear" at[p] = 2 ==> at[p] := 0; end;
end;

invariant "in range" forall p: place do at[p] < 3 end;
invariant "some low" exists p: place do at[p] < 2 end;
invariant "first low" at[0] < 2 | at[1] < 2 | at[2] < 1;
