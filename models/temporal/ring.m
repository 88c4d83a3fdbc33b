-- A token that goes round a ring of four. Up to rotation there is one state: the cycle of the quotient is one step long, that
-- of the system four.
--
-- ltl: forall i: Proc do G F tok = i
-- holds
--
-- ltl: forall i: Proc do G (tok = i -> X (tok != i U tok = i))
-- holds
--
-- ltl: G (tok = 0 -> X X X X tok = 0)
-- holds
--
-- ltl: G (tok = 0 -> X X X tok = 0)
-- violated
-- because the fourth step comes back, not the third.
--
-- ltl: forall i: Proc do F G tok != i
-- violated
-- because the token comes back. The violation closes after four steps.
--
-- ltl: exists i: Proc do F G tok = i
-- violated
-- because the token never stays.

type Proc: 0..3;
var tok: Proc;

ruleset i: Proc do
  rule "pass" tok = i ==>
  begin
    tok := (i + 1) % 4;
  end;
end;

startstate
begin
  tok := 0;
end;
