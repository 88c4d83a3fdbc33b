-- A token directory over a union type: the owner of a line is either one of the
-- processors (a scalarset) or one of the fixed agents (an enumeration). Unions
-- let one variable name both; ismember tells them apart, and equality works
-- across. Only the processors are interchangeable.
-- weyl: verdict=holds full-states=288 full-transitions=1072
-- weyl: declared-states=70 declared-order=6
-- weyl: rumur="unions"

const
  N: 3;

type
  Proc: scalarset(N);
  Agent: enum { Memory, Dma };
  Owner: union { Proc, Agent };

var
  owner: Owner;
  wants: array [Owner] of boolean;
  busy: boolean;
  last: Owner;          -- the owner before; undefined at first

function may_write(o: Owner): boolean;
begin
  return ismember(o, Proc) | o = Dma;
end;

procedure hand_over(o: Owner);
begin
  last := owner;
  owner := o;
  wants[o] := false;
end;

startstate "memory owns the line"
  owner := Memory;
  undefine last;
  busy := false;
  for o: Owner do
    wants[o] := false;
  end;
end;

ruleset o: Owner do

  rule "ask"
    owner != o & !wants[o] & o != Memory
  ==>
    wants[o] := true;
  end;

  rule "hand over"
    owner != o & wants[o] & !busy
  ==>
    hand_over(o);
  end;

end;

ruleset p: Proc do

  rule "start to write"
    owner = p & !busy
  ==>
    busy := true;
  end;

  rule "stop writing"
    owner = p & busy
  ==>
    busy := false;
  end;

end;

rule "write back"
  ismember(owner, Proc) & !busy
==>
  hand_over(Memory);
end;

invariant "only a writer is busy"
  busy -> may_write(owner) & ismember(owner, Proc);

invariant "the line changes hands"
  isundefined(last) | last != owner;

liveness "memory can get the line back"
  owner = Memory;

ruleset p: Proc do
  liveness "every processor can own the line"
    owner = p;
end;
