-- Lamport's bakery (L. Lamport, 1974): take a number larger than all others,
-- then wait for everyone with a smaller one. Numbers are read one process at a
-- time and ties are broken by process number, so processes are a plain range
-- and no renaming is a symmetry. Tickets are bounded: a customer who finds the
-- last one taken reads all numbers again, which keeps the state space finite.
-- weyl: verdict=holds full-states=618532 full-transitions=1949676
-- weyl: slow

const
  N: 4;
  LAST_TICKET: 4;

type
  Proc: 1..N;
  Ticket: 0..LAST_TICKET;
  Next: 1..N + 1;
  Location: enum { Outside, Choosing, Taking, Waiting, Critical };

var
  loc: array [Proc] of Location;
  choosing: array [Proc] of boolean;
  number: array [Proc] of Ticket;   -- 0: does not compete
  seen: array [Proc] of Ticket;     -- largest number read so far
  next: array [Proc] of Next;       -- whose number is read next

function goes_before(p: Proc; q: Proc): boolean;
begin
  return number[p] < number[q] | (number[p] = number[q] & p < q);
end;

startstate
  for p: Proc do
    loc[p] := Outside;
    choosing[p] := false;
    number[p] := 0;
    seen[p] := 0;
    next[p] := 1;
  end;
end;

ruleset p: Proc do

  rule "enter the doorway"
    loc[p] = Outside
  ==>
    choosing[p] := true;
    loc[p] := Choosing;
  end;

  rule "read a number"
    loc[p] = Choosing & next[p] <= N
  ==>
    if number[next[p]] > seen[p] then
      seen[p] := number[next[p]];
    end;
    next[p] := next[p] + 1;
  end;

  rule "take a ticket"
    loc[p] = Choosing & next[p] > N & seen[p] < LAST_TICKET
  ==>
    number[p] := seen[p] + 1;
    seen[p] := 0;
    loc[p] := Taking;
  end;

  rule "no ticket left, read again"
    loc[p] = Choosing & next[p] > N & seen[p] = LAST_TICKET
  ==>
    seen[p] := 0;
    next[p] := 1;
  end;

  rule "leave the doorway"
    loc[p] = Taking
  ==>
    choosing[p] := false;
    next[p] := 1;
    loc[p] := Waiting;
  end;

  rule "let the next one pass"
    loc[p] = Waiting & next[p] <= N
    & (next[p] = p
       | (!choosing[next[p]]
          & (number[next[p]] = 0 | goes_before(p, next[p]))))
  ==>
    next[p] := next[p] + 1;
  end;

  rule "enter"
    loc[p] = Waiting & next[p] > N
  ==>
    next[p] := 1;
    loc[p] := Critical;
  end;

  rule "leave"
    loc[p] = Critical
  ==>
    number[p] := 0;
    loc[p] := Outside;
  end;

end;

invariant "mutual exclusion"
  forall p: Proc do
    forall q: Proc do
      loc[p] = Critical & loc[q] = Critical -> p = q
    end
  end;

invariant "first come, first served"
  forall p: Proc do
    forall q: Proc do
      loc[p] = Critical & loc[q] = Waiting -> goes_before(p, q) | p = q
    end
  end;
