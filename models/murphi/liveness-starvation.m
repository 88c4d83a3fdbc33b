-- A service desk that closes when it is told to, and then never opens again.
-- Before that, the customer can always be served; afterwards not any more: the
-- liveness property (from each state a state with it can be reached) is
-- violated, though each state but the last ones lies on a good run.
-- weyl: verdict=violated options="--deadlock off" full-states=8 full-transitions=15
-- weyl: violated="the customer can be served"

type
  Desk: enum { Open, Closing, Closed };
  Customer: enum { Away, Waiting, Served };

var
  desk: Desk;
  customer: Customer;

startstate
  desk := Open;
  customer := Away;
end;

rule "come"
  customer = Away
==>
  customer := Waiting;
end;

rule "serve"
  customer = Waiting & desk != Closed
==>
  customer := Served;
end;

rule "go"
  customer = Served
==>
  customer := Away;
end;

rule "announce closing time"
  desk = Open
==>
  desk := Closing;
end;

rule "stay open after all"
  desk = Closing
==>
  desk := Open;
end;

rule "close"
  desk = Closing & customer != Served
==>
  desk := Closed;
end;

liveness "the customer can be served"
  customer = Served;

liveness "the customer can be away or waiting"
  customer != Served;
