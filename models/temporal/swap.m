-- Two processes that take turns. The quotient is one state with one step to itself, as with three processes that need not take
-- turns; only following the names tells these systems apart. A checker that looks at the stored state alone sees
-- a process that always, or never, has the turn.
--
-- ltl: forall i: Proc do G F turn = i
-- holds
--
-- ltl: forall i: Proc do G (turn = i -> X turn != i & X X turn = i)
-- holds
--
-- ltl: exists i: Proc do G turn = i
-- violated
-- because the turn moves in every step. The cycle of the quotient closes after two rounds.
--
-- ltl: forall i: Proc do turn = i -> G turn = i
-- violated

type Proc: scalarset(2);
var turn: Proc;

ruleset i: Proc do
  rule "swap" i != turn ==>
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
