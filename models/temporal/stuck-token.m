-- A token that starts at process 1 and never moves. All rules treat the processes alike, the start state does not: an index that
-- is looked at in place of others must be one of those that the start state can't tell apart.
--
-- ltl: forall i: Proc do F tok = i
-- violated
-- because the others never have it. For process 1 alone this would hold.
--
-- ltl: exists i: Proc do G tok = i
-- holds
--
-- ltl: G tok = 1
-- holds
--
-- ltl: forall i: Proc do G tok != i
-- violated
-- because process 1 has it. For processes 2 and 3 this would hold.
--
-- ltl: forall i: Proc do G F working
-- holds
-- because the owner is all that moves: it starts working, stops, and so on.

type Proc: 1..3;
var tok: Proc;
    working: boolean;

ruleset i: Proc do
  rule "work" tok = i ==>
  begin
    working := !working;
  end;
end;

startstate
begin
  tok := 1;
  working := false;
end;
