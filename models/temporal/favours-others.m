-- A scheduler that never gives the turn to the same process twice, but may forget one of three. All states are symmetric to
-- each other, so the quotient is a single state with steps to itself: who has the turn must be followed along the steps. This is
-- the kind of specification for which TLC warns that liveness can't be checked under symmetry.
--
-- ltl: forall i: Proc do G F turn = i
-- holds under weak fairness
-- because without it two of the three may alternate. With it, a process that is passed over for ever could always move.
--
-- ltl: exists i: Proc do G F turn = i
-- holds
-- because there are finitely many.
--
-- ltl: exists i: Proc do F G turn = i
-- violated
-- because nobody keeps the turn.
--
-- ltl: forall i: Proc do G (turn = i -> X turn != i)
-- holds
--
-- ltl: forall i: Proc do G (turn = i -> X X turn = i)
-- violated
-- because the third may come next. The violation needs three different processes.
--
-- ltl: forall i: Proc do F turn = i
-- holds under weak fairness
-- because without it one may never come.

type Proc: scalarset(3);
var turn: Proc;

ruleset i: Proc do
  rule "next" i != turn ==>
  begin
    turn := i;
  end;
end;

ruleset i: Proc do
  startstate
  begin
    turn := i;
  end;
end;
