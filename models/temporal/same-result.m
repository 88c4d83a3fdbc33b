-- Two instances of a rule do the same thing, and a rule of another name does it too. They are told apart by a number and by
-- nothing, and all must have their turns in a run that is fair.
--
-- ltl: G !x
-- violated
--
-- ltl: forall i: Proc do G F turn = i
-- holds under weak fairness
-- because without it one may keep the turn.

type Proc: scalarset(2);
var x: boolean; turn: Proc;

ruleset n: 0..1 do
  rule "flip"
  begin
    x := !x;
  end;
end;

rule "flip too"
begin
  x := !x;
end;

ruleset i: Proc do
  rule "take"
  begin
    turn := i;
  end;
end;

ruleset i: Proc do
  startstate
  begin
    x := false;
    turn := i;
  end;
end;
