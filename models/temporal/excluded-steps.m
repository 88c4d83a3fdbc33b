-- A rule that only leads where an assumption forbids to go can't be taken: nobody owes it fairness.
--
-- ltl: G F x
-- holds under weak fairness
-- because without it the system may write something else for ever.
--
-- ltl: G !x
-- violated
-- because x changes; the run that shows it is fair, though "forbidden" never happens.

var x, y: boolean; other: 0..1;

rule "flip"
begin
  x := !x;
end;

rule "write"
begin
  other := 1 - other;
end;

rule "forbidden"
begin
  y := true;
end;

assume !y;

startstate
begin
  x := false;
  y := false;
  other := 0;
end;
