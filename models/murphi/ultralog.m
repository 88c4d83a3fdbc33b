-- A society of agents that survives failures, after UltraLog (Saidi, Discovering
-- symmetries, sections 5 and 6). Each enclave has nodes, and on them a certificate
-- authority, a manager and A agents. A node fails and takes with it what is there.
-- An authority that died is started on a node of its enclave with a certificate of
-- the root, a manager with one of its authority, an agent by its manager with one
-- of its authority. An authority can always come back, and that has nothing to do
-- with managers and agents: its slice has 128 states whatever A is. There the nodes
-- of an enclave are alike, and so are the enclaves.
-- weyl: verdict=holds full-states=3528 full-transitions=23856

const
  ENCLAVES: 2;
  NODES: 2; -- of an enclave
  A: 1;     -- agents of an enclave

type
  Enclave: 0..ENCLAVES - 1;
  Node: 0..ENCLAVES * NODES - 1;
  Place: -1..ENCLAVES * NODES - 1;
  Agent: scalarset(A);

const
  Nowhere: -1;

var
  up: array [Node] of boolean;
  root: boolean;
  authority: array [Enclave] of Place;
  manager: array [Enclave] of Place;
  agent: array [Enclave] of array [Agent] of Place;

startstate "all is well"
  for n: Node do up[n] := true; end;
  root := true;
  for e: Enclave do
    authority[e] := e * NODES;
    manager[e] := e * NODES;
    for a: Agent do agent[e][a] := e * NODES; end;
  end;
end;

ruleset n: Node do
  rule "a node fails"
    up[n]
  ==>
    up[n] := false;
    for e: Enclave do
      if authority[e] = n then authority[e] := Nowhere; end;
      if manager[e] = n then manager[e] := Nowhere; end;
      for a: Agent do
        if agent[e][a] = n then agent[e][a] := Nowhere; end;
      end;
    end;
  end;

  rule "a node recovers"
    !up[n]
  ==>
    up[n] := true;
  end;
end;

rule "the root fails"
  root
==>
  root := false;
end;

rule "the root is started again"
  !root
==>
  root := true;
end;

ruleset n: Node do
  rule "an authority is started again"
    up[n] & root & authority[n / NODES] = Nowhere
  ==>
    authority[n / NODES] := n;
  end;

  rule "a manager is started again"
    up[n] & authority[n / NODES] != Nowhere & manager[n / NODES] = Nowhere
  ==>
    manager[n / NODES] := n;
  end;

  ruleset a: Agent do
    rule "an agent is started again"
      up[n] & authority[n / NODES] != Nowhere & manager[n / NODES] != Nowhere
        & agent[n / NODES][a] = Nowhere
    ==>
      agent[n / NODES][a] := n;
    end;
  end;
end;

ruleset e: Enclave do
  liveness "an authority can be there again"
    authority[e] != Nowhere
end;

liveness "the root can be there again"
  root;
