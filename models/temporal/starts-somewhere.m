-- The token starts at process 1 and may be passed on. The processes are alike, only the start tells them apart: the group of the program exchanges
-- all of them, but does not keep the initial state. So what is true of process 1 need not be true of the others, and each has to be
-- asked about (Emerson and Sistla, Theorem 4.2, needs the symmetry of the start).
--
-- ltl: forall i: Proc do F tok = i
-- violated
-- because it may stay where it is: for process 1 this holds.
--
-- ltl: forall i: Proc do G (tok = i -> F !busy)
-- violated
-- because a busy owner may pass it on, and so on for ever; also under weak fairness, since nobody has it for long.
--
-- ltl: F tok = 1
-- holds
--
-- ltl: exists i: Proc do G F tok = i
-- holds

type Proc: 1..3;
var tok: Proc;
    busy: boolean;

ruleset i: Proc do
  rule "work" tok = i ==>
  begin
    busy := !busy;
  end;
  ruleset j: Proc do
    rule "pass" tok = i & busy & i != j ==>
    begin
      tok := j;
    end;
  end;
end;

startstate
begin
  tok := 1;
  busy := true;
end;
