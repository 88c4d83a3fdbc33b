-- A lock that tests and then sets in two steps: the beginner's race. Two
-- processes may both see the lock free before either takes it. The shortest
-- counterexample has four steps and needs two of the N processes.
-- weyl: verdict=violated full-states=145 full-transitions=504
-- weyl: declared-states=24 declared-order=24
-- weyl: violated="mutual exclusion"

const
  N: 4;

type
  Proc: scalarset(N);
  Location: enum { Idle, SawItFree, Critical };

var
  locked: boolean;
  loc: array [Proc] of Location;

startstate
  locked := false;
  for p: Proc do loc[p] := Idle; end;
end;

ruleset p: Proc do

  rule "test"
    loc[p] = Idle & !locked
  ==>
    loc[p] := SawItFree;
  end;

  rule "set"
    loc[p] = SawItFree
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
