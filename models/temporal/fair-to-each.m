-- Everybody can work at all times, and who worked last is remembered. Some process works in every step, so a run in which one works for ever is fair to
-- the set of processes, and to none of the others. In the quotient there are two steps only: the same process again, or another; whether a
-- cycle is fair to each can't be seen on its states.
--
-- ltl: forall i: Proc do G F last = i
-- holds under weak fairness
--
-- ltl: exists i: Proc do F G last = i
-- violated
--
-- ltl: G F (exists i: Proc do last = i end)
-- holds

type Proc: scalarset(3);
var last: Proc;

ruleset i: Proc do
  rule "work" true ==>
  begin
    last := i;
  end;
end;

ruleset i: Proc do
  startstate
  begin
    last := i;
  end;
end;
