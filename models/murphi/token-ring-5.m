-- Dijkstra's self-stabilising token ring (E. W. Dijkstra, 1974): each machine
-- holds a number in 0..K-1; machine 0 moves when it equals its left neighbour,
-- the others when they differ from theirs, and whoever may move has the token.
-- All K^N states are start states (a ruleset for each machine), and from all of
-- them a state with exactly one token can be reached: the liveness property.
-- weyl: verdict=holds full-states=3125 full-transitions=10625

const
  N: 5;
  K: 5;

type
  Machine: 0..N - 1;
  Number: 0..K - 1;
  Count: 0..N;

var
  x: array [Machine] of Number;

function privileged(m: Machine): boolean;
begin
  if m = 0 then
    return x[0] = x[N - 1];
  else
    return x[m] != x[m - 1];
  end;
end;

function tokens(): Count;
var
  count: Count;
begin
  count := 0;
  for m: Machine do
    if privileged(m) then
      count := count + 1;
    end;
  end;
  return count;
end;

ruleset a: Number; b: Number; c: Number; d: Number; e: Number do
  startstate "anything at all"
    x[0] := a;
    x[1] := b;
    x[2] := c;
    x[3] := d;
    x[4] := e;
  end;
end;

rule "the bottom machine moves"
  privileged(0)
==>
  x[0] := (x[0] + 1) % K;
end;

ruleset m: 1..N - 1 do
  rule "another machine moves"
    privileged(m)
  ==>
    x[m] := x[m - 1];
  end;
end;

invariant "somebody has a token"
  tokens() > 0;

liveness "the ring can stabilise"
  tokens() = 1;
