-- All rules treat the processes alike, and may take any state to any other; the start state does not. An instance stands for
-- another only where the symmetries keep the set of initial states.
--
-- ltl: forall i: Proc do (flag[i] | X flag[i])
-- violated
-- because only the flag of process 1 is set first. For that process, which would stand for all, this would hold.
--
-- ltl: forall i: Proc do (!flag[i] | X !flag[i])
-- violated
-- because of process 1.
--
-- ltl: forall i: Proc do G F flag[i]
-- holds under weak fairness
-- because then every flag changes again and again.

type Proc: 1..3;
var flag: array [Proc] of boolean;

ruleset i: Proc do
  rule "change"
  begin
    flag[i] := !flag[i];
  end;
end;

startstate
begin
  for i: Proc do
    flag[i] := i = 1;
  end;
end;
