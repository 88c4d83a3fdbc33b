-- Somebody takes the token; its owner may then do nothing for ever, anybody else spoils everything. For each process there is a
-- run that is fair to it and spoils nothing (it takes the token and idles), but no such run is fair to all: fairness
-- can't be decided one process at a time.
--
-- ltl: F bad
-- holds under weak fairness
-- because a process without the token can spoil everything at all times.
--
-- ltl: F tok != nobody
-- holds
-- because nothing else can happen first.
--
-- ltl: exists i: Proc do F G tok = i
-- holds
-- because a token that was taken stays.
--
-- ltl: forall i: Proc do G (tok = i -> G !bad)
-- violated
-- because the others spoil it.
--
-- ltl: forall i: Proc do F tok = i
-- violated
-- because one process gets the token; also under weak fairness, since "take" is then over.

type Proc: scalarset(3);
var tok: union { Proc, enum { nobody } };
    bad: boolean;

ruleset i: Proc do
  rule "take" tok = nobody ==>
  begin
    tok := i;
  end;

  rule "skip" tok = i ==>
  begin
  end;

  rule "spoil" tok != nobody & tok != i ==>
  begin
    bad := true;
  end;
end;

startstate
begin
  tok := nobody;
  bad := false;
end;
