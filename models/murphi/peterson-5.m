-- Peterson's algorithm for N processes (G. L. Peterson, 1981): N-1 levels, at
-- each of which the last arrival waits while anyone else is as far or further.
-- The test at L3 is always enabled, so a waiting process spins in place: every
-- state has exactly N rules to fire. Levels are numbers, processes are not, so
-- processes are a scalarset and all N! renamings are symmetries.
-- weyl: verdict=holds full-states=628868 full-transitions=3144340
-- weyl: declared-states=6770 declared-order=120
-- weyl: slow

const
  N: 5;

type
  Proc: scalarset(N);
  Count: 0..N;
  Level: 1..N - 1;
  Location: enum { L0, L1, L2, L3, L4 };

var
  loc: array [Proc] of Location;
  Q: array [Proc] of Count;     -- the level a process has announced
  j: array [Proc] of Count;     -- the level it is trying to pass
  turn: array [Level] of Proc;  -- the last to arrive at each level

startstate
begin
  for p: Proc do
    loc[p] := L0;
    Q[p] := 0;
    j[p] := 0;
  end;
  undefine turn;
end;

ruleset i: Proc do

  rule "start"
    loc[i] = L0
  ==>
    j[i] := 1;
    loc[i] := L1;
  end;

  rule "announce level"
    loc[i] = L1
  ==>
    Q[i] := j[i];
    loc[i] := L2;
  end;

  rule "give way"
    loc[i] = L2
  ==>
    turn[j[i]] := i;
    loc[i] := L3;
  end;

  rule "try to pass"
    loc[i] = L3
  ==>
    if forall k: Proc do k != i -> Q[k] < j[i] end | turn[j[i]] != i then
      j[i] := j[i] + 1;
      if j[i] < N then
        loc[i] := L1;
      else
        loc[i] := L4;
      end;
    end;
  end;

  rule "leave"
    loc[i] = L4
  ==>
    Q[i] := 1;
    loc[i] := L0;
  end;

end;

invariant "mutual exclusion"
  forall a: Proc do
    forall b: Proc do
      a != b -> !(loc[a] = L4 & loc[b] = L4)
    end
  end;
