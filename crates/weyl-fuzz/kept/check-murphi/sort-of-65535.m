-- A spin lock around a test-and-set instruction: the simplest mutual exclusion.
-- The atomic exchange is one rule, so the lock word and the critical section
-- can't disagree. Every waiting process has the same chance: no order, no
-- queue, no fairness.
-- weyl: verdict=holds states=-170141183460469231731687303715884105728 transitions=1000000
-- weyl: orbits=170141183460469231731687303715884105727 order=18446744073709551616

const
  N: 65535;

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

