-- The wolf, the goat and the cabbage (attributed to Alcuin of York, about 800).
-- Small, and a tour of statements: a switch with several labels in a case, a
-- while loop, an alias in a rule, put, and the conditional expression. Unsafe
-- crossings are not made, because the guard asks a function that works on a
-- copy of the state.
-- weyl: verdict=holds full-states=10 full-transitions=20

type
  Item: enum { Farmer, Wolf, Goat, Cabbage };
  Bank: enum { Near, Far };
  Count: 0..4;
  Banks: array [Item] of Bank;

var
  bank: Banks;
  across: Count;     -- how many have reached the far bank

function other(b: Bank): Bank;
begin
  switch b
  case Near:
    return Far;
  case Far:
    return Near;
  end;
end;

function is_safe(b: Banks): boolean;
begin
  return b[Goat] = b[Farmer]
       | (b[Wolf] != b[Goat] & b[Goat] != b[Cabbage]);
end;

-- The state after the farmer has rowed, with item i if it stands beside him.
procedure row(var b: Banks; i: Item);
var
  side: Bank;
begin
  side := b[Farmer];
  switch i
  case Wolf, Goat, Cabbage:
    if b[i] = side then
      b[i] := other(side);
    end;
  else
    put "rows alone\n";
  end;
  b[Farmer] := other(side);
end;

function is_safe_after(i: Item): boolean;
var
  copy: Banks;
begin
  copy := bank;
  row(copy, i);
  return is_safe(copy);
end;

procedure recount();
var
  left: Count;
begin
  across := 0;
  left := 4;
  while left > 0 do
    left := left - 1;
    switch left
    case 0:
      across := across + (bank[Farmer] = Far ? 1 : 0);
    case 1:
      across := across + (bank[Wolf] = Far ? 1 : 0);
    case 2:
      across := across + (bank[Goat] = Far ? 1 : 0);
    else
      across := across + (bank[Cabbage] = Far ? 1 : 0);
    end;
  end;
end;

startstate
  for i: Item do
    bank[i] := Near;
  end;
  across := 0;
end;

ruleset i: Item do
  alias side: bank[i] do
    rule "row"
      side = bank[Farmer] & is_safe_after(i)
    ==>
      put "the farmer takes ";
      put i;
      put "\n";
      row(bank, i);
      recount();
    end;
  end;
end;

invariant "nobody is eaten"
  is_safe(bank);

invariant "the count is right"
  (across = 4) = forall i: Item do bank[i] = Far end;

cover "all are across"
  across = 4;
