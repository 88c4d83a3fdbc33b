-- Distributed mutual exclusion by G. Ricart and A. K. Agrawala (1981): a node
-- asks all others with a Lamport time stamp and enters once all have replied;
-- a reply is deferred by whoever has the older request. Clocks grow for ever,
-- so an assumption cuts the state space: states in which a clock is beyond
-- HORIZON are not explored.
-- weyl: verdict=holds options="--deadlock off" full-states=5299 full-transitions=19207

const
  N: 3;
  HORIZON: 4;

type
  Node: 1..N;
  Clock: 0..HORIZON + 1;
  Phase: enum { Idle, Requesting, Critical };

var
  phase: array [Node] of Phase;
  clock: array [Node] of Clock;
  stamp: array [Node] of Clock;                            -- of the own request
  request: array [Node] of array [Node] of Clock;          -- [to][from], 0: none
  reply: array [Node] of array [Node] of boolean;          -- [to][from], in flight
  granted: array [Node] of array [Node] of boolean;        -- [at][by]
  deferred: array [Node] of array [Node] of boolean;       -- [at][whose]

function older(time_a: Clock; a: Node; time_b: Clock; b: Node): boolean;
begin
  return time_a < time_b | (time_a = time_b & a < b);
end;

procedure advance(var time: Clock; seen: Clock);
begin
  if seen > time then
    time := seen;
  end;
  time := time + 1;
end;

startstate
  for n: Node do
    phase[n] := Idle;
    clock[n] := 0;
    stamp[n] := 0;
    for m: Node do
      request[n][m] := 0;
      reply[n][m] := false;
      granted[n][m] := false;
      deferred[n][m] := false;
    end;
  end;
end;

ruleset n: Node do

  rule "ask everybody"
    phase[n] = Idle & clock[n] < HORIZON
  ==>
    advance(clock[n], 0);
    stamp[n] := clock[n];
    phase[n] := Requesting;
    for m: Node do
      if m != n then
        request[m][n] := stamp[n];
      end;
    end;
  end;

  rule "enter"
    phase[n] = Requesting & forall m: Node do m = n | granted[n][m] end
  ==>
    phase[n] := Critical;
  end;

  rule "leave"
    phase[n] = Critical
  ==>
    phase[n] := Idle;
    stamp[n] := 0;
    for m: Node do
      granted[n][m] := false;
      if deferred[n][m] then
        deferred[n][m] := false;
        reply[m][n] := true;
      end;
    end;
  end;

  ruleset m: Node do

    rule "a request arrives"
      request[n][m] != 0
    ==>
    var
      time: Clock;
    begin
      time := request[n][m];
      request[n][m] := 0;
      advance(clock[n], time);
      if phase[n] = Critical
         | (phase[n] = Requesting & older(stamp[n], n, time, m))
      then
        deferred[n][m] := true;
      else
        reply[m][n] := true;
      end;
    end;

    rule "a reply arrives"
      reply[n][m]
    ==>
      reply[n][m] := false;
      granted[n][m] := true;
    end;

  end;

end;

assume "clocks stay below the horizon"
  forall n: Node do clock[n] <= HORIZON end;

invariant "mutual exclusion"
  forall n: Node do
    forall m: Node do
      n < m -> !(phase[n] = Critical & phase[m] = Critical)
    end
  end;
