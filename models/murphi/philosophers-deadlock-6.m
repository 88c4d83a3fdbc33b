-- Dining philosophers (E. W. Dijkstra, 1965) who all take the left fork first.
-- Each one holds one fork and waits for the other: exactly one state of all is
-- a deadlock, N steps away from the start.
-- weyl: verdict=violated full-states=198 full-transitions=768
-- weyl: violated="deadlock"

const
  N: 6;

type
  Seat: 0..N - 1;
  Location: enum { Thinking, HasLeft, Eating };

var
  loc: array [Seat] of Location;
  taken: array [Seat] of boolean;   -- fork s lies to the left of seat s

function right(s: Seat): Seat;
begin
  return (s + 1) % N;
end;

startstate
  for s: Seat do
    loc[s] := Thinking;
    taken[s] := false;
  end;
end;

ruleset s: Seat do

  rule "take the left fork"
    loc[s] = Thinking & !taken[s]
  ==>
    taken[s] := true;
    loc[s] := HasLeft;
  end;

  rule "take the right fork"
    loc[s] = HasLeft & !taken[right(s)]
  ==>
    taken[right(s)] := true;
    loc[s] := Eating;
  end;

  rule "put both forks down"
    loc[s] = Eating
  ==>
    taken[s] := false;
    taken[right(s)] := false;
    loc[s] := Thinking;
  end;

end;

invariant "neighbours don't eat together"
  forall s: Seat do
    !(loc[s] = Eating & loc[right(s)] = Eating)
  end;
