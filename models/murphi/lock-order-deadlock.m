-- The classic deadlock: two clerks move money between two accounts and lock
-- them in opposite order. Neither can go on once each holds one lock. The whole
-- state space fits on a page.
-- weyl: verdict=violated full-states=6 full-transitions=8
-- weyl: violated="deadlock"

type
  Clerk: enum { Ann, Bob };
  Account: enum { Checking, Savings };
  Step: enum { Start, HasFirst, HasBoth };

var
  step: array [Clerk] of Step;
  locked: array [Account] of boolean;

function first(c: Clerk): Account;
begin
  return (c = Ann ? Checking : Savings);
end;

function second(c: Clerk): Account;
begin
  return (c = Ann ? Savings : Checking);
end;

startstate
  for c: Clerk do step[c] := Start; end;
  for a: Account do locked[a] := false; end;
end;

ruleset c: Clerk do

  rule "lock the first account"
    step[c] = Start & !locked[first(c)]
  ==>
    locked[first(c)] := true;
    step[c] := HasFirst;
  end;

  rule "lock the second account"
    step[c] = HasFirst & !locked[second(c)]
  ==>
    locked[second(c)] := true;
    step[c] := HasBoth;
  end;

  rule "transfer and unlock"
    step[c] = HasBoth
  ==>
    locked[first(c)] := false;
    locked[second(c)] := false;
    step[c] := Start;
  end;

end;
