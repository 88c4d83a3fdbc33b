-- A stack with assertions in its functions. Push and pop are called with the
-- wrong guard for pop, so the assertion about the empty stack fails deep inside
-- a call, and the failing line belongs to the function, not to the rule.
-- weyl: verdict=violated full-states=120 full-transitions=225
-- weyl: violated="pop of an empty stack"

const
  SIZE: 3;

type
  Depth: 0..SIZE;
  Item: enum { Red, Green, Blue };
  Stack: record
    depth: Depth;
    item: array [1..SIZE] of Item;
  end;

var
  stack: Stack;
  last: Item;

procedure push(var s: Stack; i: Item);
begin
  assert s.depth < SIZE "push on a full stack";
  s.depth := s.depth + 1;
  s.item[s.depth] := i;
end;

function pop(var s: Stack): Item;
var
  top: Item;
begin
  assert s.depth > 0 "pop of an empty stack";
  top := s.item[s.depth];
  undefine s.item[s.depth];
  s.depth := s.depth - 1;
  return top;
end;

startstate
  stack.depth := 0;
  undefine stack.item;
  last := Red;
end;

ruleset i: Item do
  rule "push"
    stack.depth < SIZE
  ==>
    push(stack, i);
  end;
end;

rule "pop two"
  stack.depth != 0
==>
  last := pop(stack);
  last := pop(stack);
end;
