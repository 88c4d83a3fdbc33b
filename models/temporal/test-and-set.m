-- A lock that anybody may take when it is free. The system makes progress, a single process need not: in the quotient the
-- process that waits and those that overtake it look alike.
--
-- ltl: forall i: Proc do G (pc[i] = trying -> F pc[i] = critical)
-- violated
-- because another process takes the lock again and again; also under weak fairness, since the lock is not free all the time.
--
-- ltl: G ((exists i: Proc do pc[i] = trying end) -> F (exists i: Proc do pc[i] = critical end))
-- holds
-- because without a critical section only finitely many processes can start trying.
--
-- ltl: exists i: Proc do G F pc[i] = critical
-- holds
-- because some process makes infinitely many steps. For no i taken alone this is so: the disjunction is on one run.
--
-- ltl: forall i: Proc do G F pc[i] = critical
-- violated
-- because a process may wait for ever; also under weak fairness.
--
-- ltl: forall i: Proc do forall j: Proc do G (pc[i] = trying & pc[j] = idle -> pc[j] != critical W pc[i] = critical)
-- violated
-- because j overtakes i.

type Proc: scalarset(3);
var pc: array [Proc] of enum { idle, trying, critical };
    taken: boolean;

ruleset i: Proc do
  rule "try" pc[i] = idle ==>
  begin
    pc[i] := trying;
  end;

  rule "take" pc[i] = trying & !taken ==>
  begin
    taken := true;
    pc[i] := critical;
  end;

  rule "release" pc[i] = critical ==>
  begin
    taken := false;
    pc[i] := idle;
  end;
end;

startstate
begin
  for i: Proc do pc[i] := idle; end;
  taken := false;
end;
