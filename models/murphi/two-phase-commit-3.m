-- Two-phase commit (J. Gray, 1978) after the TLA+ specification TwoPhase of
-- J. Gray and L. Lamport (2006). Messages are never lost or consumed: the
-- network is the set of all messages ever sent, one bit for each. Resource
-- managers are interchangeable. Runs end, hence deadlock detection is off.
-- weyl: verdict=holds options="--deadlock off" full-states=288 full-transitions=1145
-- weyl: declared-states=80 declared-order=6

const
  N: 3;

type
  Manager: scalarset(N);
  ManagerState: enum { Working, Prepared, Committed, Aborted };
  Decision: enum { Undecided, Commit, Abort };

var
  manager: array [Manager] of ManagerState;
  coordinator: Decision;
  heard: array [Manager] of boolean;          -- the coordinator knows: prepared
  prepared_sent: array [Manager] of boolean;  -- the network, from here on
  commit_sent: boolean;
  abort_sent: boolean;

startstate
  for m: Manager do
    manager[m] := Working;
    heard[m] := false;
    prepared_sent[m] := false;
  end;
  coordinator := Undecided;
  commit_sent := false;
  abort_sent := false;
end;

rule "coordinator commits"
  coordinator = Undecided & forall m: Manager do heard[m] end
==>
  coordinator := Commit;
  commit_sent := true;
end;

rule "coordinator aborts"
  coordinator = Undecided
==>
  coordinator := Abort;
  abort_sent := true;
end;

ruleset m: Manager do

  rule "coordinator hears that a manager is prepared"
    coordinator = Undecided & prepared_sent[m]
  ==>
    heard[m] := true;
  end;

  rule "manager prepares"
    manager[m] = Working
  ==>
    manager[m] := Prepared;
    prepared_sent[m] := true;
  end;

  rule "manager aborts on its own"
    manager[m] = Working
  ==>
    manager[m] := Aborted;
  end;

  rule "manager is told to commit"
    commit_sent
  ==>
    manager[m] := Committed;
  end;

  rule "manager is told to abort"
    abort_sent
  ==>
    manager[m] := Aborted;
  end;

end;

invariant "managers agree"
  forall a: Manager do
    forall b: Manager do
      !(manager[a] = Committed & manager[b] = Aborted)
    end
  end;

cover "everybody commits"
  forall m: Manager do manager[m] = Committed end;
