-- Leader election in a unidirectional ring (E. Chang and R. Roberts, 1979).
-- A candidate sends its number around; smaller numbers are swallowed by larger
-- ones, and a number that comes home has won. Every node may wake up by itself
-- at any time, so up to N elections interleave; channels are FIFO queues kept
-- as arrays. Numbers are placed so that the messages travel far.
-- weyl: verdict=holds options="--deadlock off" full-states=2206 full-transitions=7455

const
  N: 6;
  CAPACITY: N;

type
  Node: 0..N - 1;
  Number: 1..N;
  Length: 0..CAPACITY;
  Kind: enum { Election, Elected };
  Message: record
    kind: Kind;
    number: Number;
  end;
  Channel: record
    length: Length;
    slot: array [1..CAPACITY] of Message;
  end;

var
  number: array [Node] of Number;
  participant: array [Node] of boolean;
  leader: array [Node] of Number;        -- undefined: not known yet
  into: array [Node] of Channel;         -- from the left neighbour

procedure send(from: Node; kind: Kind; number: Number);
begin
  alias channel: into[(from + 1) % N] do
    assert channel.length < CAPACITY "channel overflow";
    channel.length := channel.length + 1;
    channel.slot[channel.length].kind := kind;
    channel.slot[channel.length].number := number;
  end;
end;

procedure receive(var channel: Channel);
begin
  for i := 1 to CAPACITY - 1 do
    channel.slot[i] := channel.slot[i + 1];
  end;
  undefine channel.slot[CAPACITY];
  channel.length := channel.length - 1;
end;

startstate
  for n: Node do
    number[n] := N - n;
    participant[n] := false;
    undefine leader[n];
    into[n].length := 0;
    undefine into[n].slot;
  end;
end;

ruleset n: Node do

  rule "wake up"
    !participant[n] & isundefined(leader[n])
  ==>
    participant[n] := true;
    send(n, Election, number[n]);
  end;

  rule "receive"
    into[n].length > 0
  ==>
  var
    kind: Kind;
    candidate: Number;
  begin
    kind := into[n].slot[1].kind;
    candidate := into[n].slot[1].number;
    receive(into[n]);
    if kind = Elected then
      participant[n] := false;
      if candidate != number[n] then
        leader[n] := candidate;
        send(n, Elected, candidate);
      end;
    elsif candidate = number[n] then
      leader[n] := candidate;
      send(n, Elected, candidate);
    elsif candidate > number[n] then
      participant[n] := true;
      send(n, Election, candidate);
    elsif !participant[n] then
      participant[n] := true;
      send(n, Election, number[n]);
    end;
  end;

end;

invariant "only the largest number is elected"
  forall n: Node do isundefined(leader[n]) | leader[n] = N end;

liveness "a leader can always be found"
  exists n: Node do !isundefined(leader[n]) end;
