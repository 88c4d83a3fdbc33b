-- Three processes; the next turn is for the one that was not among the last two. That is a rotation, in one direction or the
-- other as the start says, written without any order of the processes: the whole symmetric group keeps the model, and from the
-- second state on the quotient is one state with one step. The run closes after three rounds.
--
-- ltl: forall i: Proc do G F turn = i
-- holds
--
-- ltl: forall i: Proc do G (turn = i -> X (turn != i & X (turn != i & X turn = i)))
-- holds
--
-- ltl: forall i: Proc do G (turn = i -> X X turn = i)
-- violated
-- because it takes three steps to come back.
--
-- ltl: exists i: Proc do F G turn != i
-- violated
-- because nobody is left out.

type Proc: scalarset(3);
var turn, before: Proc;

ruleset i: Proc do
  rule "next" i != turn & i != before ==>
  begin
    before := turn;
    turn := i;
  end;
end;

ruleset i: Proc; j: Proc do
  startstate
  begin
    turn := i;
    before := j;
  end;
end;
