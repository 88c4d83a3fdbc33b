-- A token that hops from any process to any other. The liveness property is
-- indexed: from every state, each process can get the token. It holds, though
-- no two instances are alike in a given state; a symmetry reduction that merges
-- states must not merge the instances.
-- weyl: verdict=holds full-states=4 full-transitions=12
-- weyl: declared-states=1 declared-order=24

const
  N: 4;

type
  Proc: scalarset(N);

var
  tok: Proc;

ruleset p: Proc do
  startstate "anybody has it"
    tok := p;
  end;
end;

ruleset p: Proc do
  rule "hop"
    tok != p
  ==>
    tok := p;
  end;
end;

ruleset p: Proc do
  liveness "everybody can have the token"
    tok = p
end;
