-- Every process makes one step. The last state has no successors and repeats for ever: what holds there holds from then on.
-- (Without --deadlock off the end is reported as a deadlock.)
--
-- ltl: forall i: Proc do F done[i]
-- holds
-- because a run goes on as long as it can.
--
-- ltl: F G (forall i: Proc do done[i] end)
-- holds
--
-- ltl: G F (exists i: Proc do !done[i] end)
-- violated
-- because the end repeats.
--
-- ltl: X X X X (forall i: Proc do done[i] end)
-- holds
-- because three steps are enough, and the end is its own successor.
--
-- ltl: forall i: Proc do forall j: Proc do F (done[i] & !done[j])
-- violated
-- because i may come after j; for i = j it is never so.
--
-- ltl: exists i: Proc do X done[i]
-- holds
-- because somebody is first. For no i taken alone this is so.

type Proc: scalarset(3);
var done: array [Proc] of boolean;

ruleset i: Proc do
  rule "finish" !done[i] ==>
  begin
    done[i] := true;
  end;
end;

startstate
begin
  for i: Proc do done[i] := false; end;
end;
