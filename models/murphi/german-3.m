-- A directory protocol in the style of S. German's challenge problem (2000; the
-- form with data is from C.-T. Chou, P. K. Mannava and S. Park, 2004): one line,
-- N nodes, a home with a directory. Each node has one channel for requests, one
-- for grants and invalidations from home, and one for acknowledgements. Home
-- serves a request at a time and invalidates before it grants.
-- weyl: verdict=holds full-states=58104 full-transitions=235872
-- weyl: declared-states=5235 declared-order=12

const
  NODES: 3;
  VALUES: 2;

type
  Node: scalarset(NODES);
  Data: scalarset(VALUES);
  CacheState: enum { Invalid, Shared, Exclusive };
  Request: enum { NoRequest, WantShared, WantExclusive };
  ToNode: enum { NoMessage, Invalidate, GrantShared, GrantExclusive };

var
  cache: array [Node] of record state: CacheState; data: Data; end;
  request: array [Node] of Request;
  to_node: array [Node] of record kind: ToNode; data: Data; end;
  ack: array [Node] of record sent: boolean; data: Data; end;

  home: record
    serving: Request;                       -- NoRequest: ready for the next one
    client: Node;
    sharers: array [Node] of boolean;       -- the directory
    to_invalidate: array [Node] of boolean; -- sharers still to be told
    exclusive: boolean;                     -- the only sharer may write
    memory: Data;
  end;

  latest: Data;    -- history variable: the last value stored by anybody

function directory_empty(): boolean;
begin
  return forall n: Node do !home.sharers[n] end;
end;

procedure finish_request();
begin
  home.serving := NoRequest;
  undefine home.client;
end;

ruleset d: Data do
  startstate
    for n: Node do
      cache[n].state := Invalid;
      undefine cache[n].data;
      request[n] := NoRequest;
      to_node[n].kind := NoMessage;
      undefine to_node[n].data;
      ack[n].sent := false;
      undefine ack[n].data;
      home.sharers[n] := false;
      home.to_invalidate[n] := false;
    end;
    finish_request();
    home.exclusive := false;
    home.memory := d;
    latest := d;
  end;
end;

-- The nodes

ruleset n: Node do

  rule "ask for a shared copy"
    request[n] = NoRequest & cache[n].state = Invalid
  ==>
    request[n] := WantShared;
  end;

  rule "ask for an exclusive copy"
    request[n] = NoRequest & cache[n].state != Exclusive
  ==>
    request[n] := WantExclusive;
  end;

  ruleset d: Data do
    rule "store"
      cache[n].state = Exclusive
    ==>
      cache[n].data := d;
      latest := d;
    end;
  end;

  rule "receive a shared copy"
    to_node[n].kind = GrantShared
  ==>
    cache[n].state := Shared;
    cache[n].data := to_node[n].data;
    to_node[n].kind := NoMessage;
    undefine to_node[n].data;
  end;

  rule "receive an exclusive copy"
    to_node[n].kind = GrantExclusive
  ==>
    cache[n].state := Exclusive;
    cache[n].data := to_node[n].data;
    to_node[n].kind := NoMessage;
    undefine to_node[n].data;
  end;

  rule "give up the copy"
    to_node[n].kind = Invalidate & !ack[n].sent
  ==>
    to_node[n].kind := NoMessage;
    ack[n].sent := true;
    if cache[n].state = Exclusive then
      ack[n].data := cache[n].data;
    end;
    cache[n].state := Invalid;
    undefine cache[n].data;
  end;

end;

-- Home

ruleset n: Node do

  rule "home takes a request"
    home.serving = NoRequest & request[n] != NoRequest
  ==>
    home.serving := request[n];
    home.client := n;
    request[n] := NoRequest;
    for m: Node do
      home.to_invalidate[m] := home.sharers[m];
    end;
  end;

  rule "home invalidates a copy"
    to_node[n].kind = NoMessage & home.to_invalidate[n]
    & (home.serving = WantExclusive
       | (home.serving = WantShared & home.exclusive))
  ==>
    to_node[n].kind := Invalidate;
    home.to_invalidate[n] := false;
  end;

  rule "home takes an acknowledgement"
    home.serving != NoRequest & ack[n].sent
  ==>
    ack[n].sent := false;
    home.sharers[n] := false;
    if home.exclusive then
      home.exclusive := false;
      home.memory := ack[n].data;
      undefine ack[n].data;
    end;
  end;

  rule "home grants a shared copy"
    home.serving = WantShared & home.client = n
    & !home.exclusive & to_node[n].kind = NoMessage
  ==>
    to_node[n].kind := GrantShared;
    to_node[n].data := home.memory;
    home.sharers[n] := true;
    finish_request();
  end;

  rule "home grants an exclusive copy"
    home.serving = WantExclusive & home.client = n
    & directory_empty() & to_node[n].kind = NoMessage
  ==>
    to_node[n].kind := GrantExclusive;
    to_node[n].data := home.memory;
    home.sharers[n] := true;
    home.exclusive := true;
    finish_request();
  end;

end;

invariant "single writer or many readers"
  forall a: Node do
    forall b: Node do
      a != b & cache[a].state = Exclusive -> cache[b].state = Invalid
    end
  end;

invariant "a valid copy holds the latest value"
  forall n: Node do cache[n].state != Invalid -> cache[n].data = latest end;

invariant "memory is current while nobody may write"
  !home.exclusive -> home.memory = latest;
