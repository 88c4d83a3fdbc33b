-- Permission-based mutual exclusion over an unordered network (after L. Lamport,
-- 1978; the arbiter is the simplest centralised form). The network is a
-- multiset: messages have no order and no names, so a choose rule takes any one
-- of them. The arbiter keeps no queue: requests wait in the network.
-- weyl: verdict=holds full-states=56 full-transitions=132
-- weyl: declared-states=16 declared-order=6
-- weyl: rumur="multisets"

const
  N: 3;
  CAPACITY: N + 1;

type
  Client: scalarset(N);
  Kind: enum { Request, Grant, Release };
  Message: record
    kind: Kind;
    client: Client;
  end;
  Location: enum { Idle, Waiting, Critical };

var
  net: multiset [CAPACITY] of Message;
  loc: array [Client] of Location;
  free: boolean;

procedure send(k: Kind; c: Client);
var
  msg: Message;
begin
  msg.kind := k;
  msg.client := c;
  MultisetAdd(msg, net);
end;

startstate
  undefine net;
  free := true;
  for c: Client do
    loc[c] := Idle;
  end;
end;

ruleset c: Client do

  rule "ask"
    loc[c] = Idle
  ==>
    send(Request, c);
    loc[c] := Waiting;
  end;

  rule "leave"
    loc[c] = Critical
  ==>
    send(Release, c);
    loc[c] := Idle;
  end;

end;

choose m: net do

  rule "arbiter grants"
    net[m].kind = Request & free
  ==>
    send(Grant, net[m].client);
    free := false;
    MultisetRemove(m, net);
  end;

  rule "arbiter takes back"
    net[m].kind = Release
  ==>
    free := true;
    MultisetRemove(m, net);
  end;

  rule "client enters"
    net[m].kind = Grant
  ==>
    loc[net[m].client] := Critical;
    MultisetRemove(m, net);
  end;

end;

invariant "mutual exclusion"
  forall p: Client do
    forall q: Client do
      loc[p] = Critical & loc[q] = Critical -> p = q
    end
  end;

invariant "at most one permission is about"
  MultisetCount(m: net, net[m].kind != Request) <= 1;

invariant "a waiting client has exactly one message in the network"
  forall c: Client do
    loc[c] = Waiting ->
      MultisetCount(m: net, net[m].client = c & net[m].kind != Release) = 1
  end;
