-- Single-decree Paxos (L. Lamport, 1998): ACCEPTORS acceptors, BALLOTS ballots,
-- VALUES values. As in Lamport's TLA+ specification the network is the set of
-- all messages ever sent, so loss, delay and duplication come for free: a
-- message that nobody acts upon is lost. Any majority is a quorum. Acceptors and
-- values are interchangeable, ballots are ordered.
-- weyl: verdict=holds options="--deadlock off" full-states=3921 full-transitions=9442
-- weyl: declared-states=443 declared-order=12

const
  ACCEPTORS: 3;
  BALLOTS: 2;
  VALUES: 2;

type
  Acceptor: scalarset(ACCEPTORS);
  Value: scalarset(VALUES);
  Ballot: 1..BALLOTS;
  BallotOrNone: 0..BALLOTS;
  Count: 0..ACCEPTORS;
  Promise: record
    sent: boolean;
    ballot: BallotOrNone;   -- of the last vote, 0 if there was none
    value: Value;
  end;

var
  -- The acceptors
  promised: array [Acceptor] of BallotOrNone;
  voted: array [Acceptor] of BallotOrNone;
  vote: array [Acceptor] of Value;

  -- The network
  prepare: array [Ballot] of boolean;                        -- 1a
  promise: array [Acceptor] of array [Ballot] of Promise;    -- 1b
  proposal: array [Ballot] of Value;                         -- 2a
  accepted: array [Acceptor] of array [Ballot] of boolean;   -- 2b

function is_majority(count: Count): boolean;
begin
  return 2 * count > ACCEPTORS;
end;

function has_promises(b: Ballot): boolean;
var
  count: Count;
begin
  count := 0;
  for a: Acceptor do
    if promise[a][b].sent then
      count := count + 1;
    end;
  end;
  return is_majority(count);
end;

-- A value may be proposed if a quorum of promises shows no vote at all, or if
-- it is the value of the highest vote in some quorum of promises.
function may_propose(b: Ballot; v: Value): boolean;
var
  count: Count;
begin
  for limit: BallotOrNone do
    if limit = 0 | exists a: Acceptor do
         promise[a][b].sent & promise[a][b].ballot = limit
         & promise[a][b].value = v
       end
    then
      count := 0;
      for a: Acceptor do
        if promise[a][b].sent & promise[a][b].ballot <= limit then
          count := count + 1;
        end;
      end;
      if is_majority(count) then
        return true;
      end;
    end;
  end;
  return false;
end;

function is_chosen(v: Value): boolean;
var
  count: Count;
begin
  for b: Ballot do
    if !isundefined(proposal[b]) & proposal[b] = v then
      count := 0;
      for a: Acceptor do
        if accepted[a][b] then
          count := count + 1;
        end;
      end;
      if is_majority(count) then
        return true;
      end;
    end;
  end;
  return false;
end;

startstate
  undefine vote;
  undefine proposal;
  for a: Acceptor do
    promised[a] := 0;
    voted[a] := 0;
    for b: Ballot do
      promise[a][b].sent := false;
      undefine promise[a][b].ballot;
      undefine promise[a][b].value;
      accepted[a][b] := false;
    end;
  end;
  for b: Ballot do
    prepare[b] := false;
  end;
end;

ruleset b: Ballot do

  rule "proposer prepares"
    !prepare[b]
  ==>
    prepare[b] := true;
  end;

  ruleset v: Value do
    rule "proposer proposes"
      isundefined(proposal[b]) & has_promises(b) & may_propose(b, v)
    ==>
      proposal[b] := v;
    end;
  end;

  ruleset a: Acceptor do

    rule "acceptor promises"
      prepare[b] & promised[a] < b
    ==>
      promised[a] := b;
      promise[a][b].sent := true;
      promise[a][b].ballot := voted[a];
      if voted[a] > 0 then
        promise[a][b].value := vote[a];
      end;
    end;

    rule "acceptor votes"
      !isundefined(proposal[b]) & promised[a] <= b & !accepted[a][b]
    ==>
      promised[a] := b;
      voted[a] := b;
      vote[a] := proposal[b];
      accepted[a][b] := true;
    end;

  end;

end;

invariant "at most one value is chosen"
  forall v: Value do
    forall w: Value do
      is_chosen(v) & is_chosen(w) -> v = w
    end
  end;

cover "some value is chosen"
  exists v: Value do is_chosen(v) end;
