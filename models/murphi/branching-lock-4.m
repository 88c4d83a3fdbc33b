-- A lock that one process at a time can have, and a formula of Emerson and Sistla (Symmetry and
-- model checking, 4.3): whoever tries can get in. Written out, it has atoms for each process, and
-- no symmetry but the identity keeps all of them; kept, its quantifier says the same of each, and
-- all 4! renamings are used.
-- weyl: verdict=holds declared-states=9 declared-order=24 full-states=48 full-transitions=144 options="--ctl 'AG forall i: Proc do try[i] -> EF crit[i] end'"

const
  N: 4;

type
  Proc: scalarset(N);

var
  try: array [Proc] of boolean;
  crit: array [Proc] of boolean;

startstate
begin
  for i: Proc do
    try[i] := false;
    crit[i] := false;
  end;
end;

ruleset i: Proc do
  rule "ask" !try[i] & !crit[i] ==> begin try[i] := true; end;

  rule "enter" try[i] & forall j: Proc do !crit[j] end ==>
  begin
    try[i] := false;
    crit[i] := true;
  end;

  rule "leave" crit[i] ==> begin crit[i] := false; end;
end;

invariant "one at a time"
  forall i: Proc do forall j: Proc do crit[i] & crit[j] -> i = j end end;
