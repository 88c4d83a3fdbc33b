-- A spin lock around a test-and-set instruction: the simplest mutual exclusion.
-- The atomic exchange is one rule, so the lock word and the critical section
-- can't disagree. Every waiting process has the same chance: no order, no
-- queue, no fairness.
-- weyl: verdict=holds full-states=112 full-transitions=400
-- weyl: declared-states=11 declared-order=120

const
  N: 5;

type
  Proc: scalarset(N);
  Location: enum { Idle, Trying, Critical };

var
  locked: boolean;
  loc: array [Proc] of Location;

startstate "lock is free"
  locked := false;
  for p: Proc do
    loc[p] := Idle;
  end;
end;

ruleset p: Proc do

  rule "request"
    loc[p] = Idle
  ==>
    loc[p] := Trying;
  end;

  rule "test and set"
    loc[p] = Trying & !locked
  ==>
    locked := true;
    loc[p] := Critical;
  end;

  rule "release"
    loc[p] = Critical
  ==>
    locked := false;
    loc[p] := Idle;
  end;

end;

invariant "mutual exclusion"
  forall p: Proc do
    forall q: Proc do
      loc[p] = Critical & loc[q] = Critical -> p = q
    end
  end;

invariant "the lock word tells the truth"
  locked = exists p: Proc do loc[p] = Critical end;
