-- Rumour spreading with crashes: nodes send each other a rumour through a lossy
-- network, a multiset of at most CAPACITY messages (A. Demers and others, 1987,
-- for the epidemic algorithms behind it). A node that crashes takes all messages
-- addressed to it with it (MultisetRemovePred), and equal messages are counted,
-- not merged: two copies of one message are a different state from one copy.
-- weyl: verdict=holds options="--deadlock off" full-states=534 full-transitions=4161
-- weyl: declared-states=99 declared-order=6
-- weyl: rumur="multisets"

const
  N: 3;
  CAPACITY: 3;

type
  Node: scalarset(N);
  Message: record
    sender: Node;
    receiver: Node;
  end;

var
  net: multiset [CAPACITY] of Message;
  up: array [Node] of boolean;
  knows: array [Node] of boolean;

ruleset first: Node do
  startstate
    undefine net;
    for n: Node do
      up[n] := true;
      knows[n] := n = first;
    end;
  end;
end;

ruleset a: Node; b: Node do
  rule "tell"
    a != b & up[a] & up[b] & knows[a]
    & MultisetCount(m: net, true) < CAPACITY
  ==>
  var
    msg: Message;
  begin
    msg.sender := a;
    msg.receiver := b;
    MultisetAdd(msg, net);
  end;
end;

choose m: net do

  rule "hear"
  begin
    knows[net[m].receiver] := true;
    MultisetRemove(m, net);
  end;

  rule "lose"
  begin
    MultisetRemove(m, net);
  end;

end;

ruleset n: Node do
  rule "crash"
    up[n] & exists other: Node do other != n & up[other] end
  ==>
    up[n] := false;
    knows[n] := false;
    MultisetRemovePred(m: net, net[m].receiver = n);
  end;
end;

invariant "no message to a node that is down"
  forall n: Node do
    !up[n] -> MultisetCount(m: net, net[m].receiver = n) = 0
  end;

invariant "the network holds at most its capacity"
  MultisetCount(m: net, true) <= CAPACITY;

cover "everybody knows"
  forall n: Node do knows[n] end;
