-- Dining philosophers (E. W. Dijkstra, 1965) with ordered forks: everyone takes
-- the fork with the smaller number first, so the last philosopher reaches to
-- the right. No cycle of waiting can form, hence no deadlock. Forks go down one
-- by one, which makes the state space larger than the textbook version's.
-- weyl: verdict=holds full-states=103682 full-transitions=687768

const
  N: 8;

type
  Seat: 0..N - 1;
  Location: enum { Thinking, Hungry, HasFirst, Eating, HasSecond };

var
  loc: array [Seat] of Location;
  taken: array [Seat] of boolean;

function first(s: Seat): Seat;
begin
  return (s = N - 1 ? 0 : s);
end;

function second(s: Seat): Seat;
begin
  return (s = N - 1 ? s : s + 1);
end;

startstate
  for s: Seat do
    loc[s] := Thinking;
    taken[s] := false;
  end;
end;

ruleset s: Seat do

  rule "get hungry"
    loc[s] = Thinking
  ==>
    loc[s] := Hungry;
  end;

  rule "take the first fork"
    loc[s] = Hungry & !taken[first(s)]
  ==>
    taken[first(s)] := true;
    loc[s] := HasFirst;
  end;

  rule "take the second fork"
    loc[s] = HasFirst & !taken[second(s)]
  ==>
    taken[second(s)] := true;
    loc[s] := Eating;
  end;

  rule "put the first fork down"
    loc[s] = Eating
  ==>
    taken[first(s)] := false;
    loc[s] := HasSecond;
  end;

  rule "put the second fork down"
    loc[s] = HasSecond
  ==>
    taken[second(s)] := false;
    loc[s] := Thinking;
  end;

end;

invariant "neighbours don't eat together"
  forall s: Seat do
    !(loc[s] = Eating & loc[(s + 1) % N] = Eating)
  end;
