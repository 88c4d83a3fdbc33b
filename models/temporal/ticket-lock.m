-- A fair lock: whoever draws a ticket is served in that order. Three processes have three tickets at most, so numbers
-- modulo 3 are enough. Nothing else can go on for ever while somebody waits.
--
-- ltl: forall i: Proc do forall j: Proc do G !(pc[i] = critical & pc[j] = critical & i != j)
-- holds
-- because only the owner of the number that is served enters.
--
-- ltl: forall i: Proc do G (pc[i] = waiting -> F pc[i] = critical)
-- holds
-- because behind a waiting process the others can make finitely many steps only: no fairness is needed.
--
-- ltl: forall i: Proc do forall j: Proc do G (pc[i] = waiting & pc[j] = idle -> pc[j] != critical W pc[i] = critical)
-- holds
-- because nobody overtakes.
--
-- ltl: G F (exists i: Proc do pc[i] = critical end)
-- holds
-- because every round of a process goes through the critical section.
--
-- ltl: forall i: Proc do G F pc[i] = critical
-- holds under weak fairness
-- because without it one process may stay idle while the others go on.

const N: 3;
type Proc: scalarset(N);
     Number: 0..N-1;
var pc: array [Proc] of enum { idle, waiting, critical };
    ticket: array [Proc] of Number;
    next, serving: Number;

ruleset i: Proc do
  rule "draw" pc[i] = idle ==>
  begin
    ticket[i] := next;
    next := (next + 1) % N;
    pc[i] := waiting;
  end;

  rule "enter" pc[i] = waiting & ticket[i] = serving ==>
  begin
    pc[i] := critical;
  end;

  rule "leave" pc[i] = critical ==>
  begin
    undefine ticket[i];
    serving := (serving + 1) % N;
    pc[i] := idle;
  end;
end;

startstate
begin
  for i: Proc do pc[i] := idle; end;
  next := 0;
  serving := 0;
end;
