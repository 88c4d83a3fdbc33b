-- A ticket counter that runs out: the assignment that leaves the declared range
-- is a run-time error. Ranges are checked when a value is assigned, not in the
-- middle of an expression, so the test against LAST + 1 is harmless.
-- weyl: verdict=violated full-states=33 full-transitions=66
-- weyl: violated="run-time error"

const
  LAST: 20;

type
  Ticket: 0..LAST;

var
  sold: Ticket;
  returned: Ticket;

startstate
  sold := 0;
  returned := 0;
end;

rule "sell two"
  sold + 2 <= LAST + 1
==>
  sold := sold + 2;
end;

rule "close for the day"
  sold > 0
==>
  sold := 0;
  returned := 0;
end;

rule "take one back"
  returned < sold & sold % 5 = 4
==>
  sold := sold - 1;
  returned := returned + 1;
end;
